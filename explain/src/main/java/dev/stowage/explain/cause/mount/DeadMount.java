package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The mount is there and what was behind it is gone: a FUSE process that died, a server that moved.
public final class DeadMount implements Situation {
    private static final Duration FRESH = Duration.ofMinutes(10);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.pod()
                .filter(pod -> !Uses.isOver(pod) && !Uses.node(pod).isEmpty())
                .flatMap(pod -> finding(pod, strand));
    }

    private static Optional<Finding> finding(Thing pod, Strand strand) {
        Optional<Heard> told = Heard.about(pod, strand)
                .takeWhile(each -> !each.isBecause("VolumeConditionNormal"))
                .filter(Wordings.DEAD::in)
                .filter(each ->
                        Uses.isStarting(pod) || strand.since(each.told().last()).compareTo(FRESH) < 0)
                .findFirst();
        Optional<String> shown = ends(pod).filter(Wordings.DEAD::in).findFirst();
        Optional<String> words = told.map(Heard::text).or(() -> shown);
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String verdict = "The mount of %s at node %s is dead: %s."
                .formatted(
                        strand.volume().map(Thing::title).orElse("a volume"),
                        Uses.node(pod),
                        end(words.get().toLowerCase(Locale.ROOT)));
        Draft draft = Draft.of("mount-dead", Weight.TOLD, Part.MOUNT, verdict).actor(Actor.USER);
        told.ifPresent(each -> draft.told(each).since(each.told().last()));
        shown.ifPresent(each -> draft.shows(pod, "a container ended with: " + Said.plain(each)));
        return draft.advice("See first that the driver's pod at that node, or the server, runs again.")
                .safe(
                        "Make the pod anew: a running container keeps the dead mount for ever. All pods with this"
                                + " volume at this node have to go before it is mounted afresh.",
                        Commands.delete(pod))
                .dangerous(
                        "If the new pod finds the mount dead as well: unmount it on the node, by hand.",
                        "umount -l <the path in the message>",
                        "what programs have not written yet is lost, and they keep the old mount open until they end")
                .found();
    }

    private static String end(String words) {
        if (words.contains("stale")) {
            return "the server no longer knows what was mounted";
        }
        return words.contains("the device of") ? "its device is gone" : "the process that served it has ended";
    }

    /// What containers left as their last words.
    private static Stream<String> ends(Thing pod) {
        return Stream.of("/status/containerStatuses", "/status/initContainerStatuses")
                .flatMap(pod::list)
                .flatMap(each -> Stream.of("/state/waiting", "/state/terminated", "/lastState/terminated")
                        .map(state -> each.at(state + "/message").asText("")));
    }
}
