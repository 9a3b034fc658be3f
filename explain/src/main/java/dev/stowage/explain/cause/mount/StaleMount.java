package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The mount is there and what was behind it is gone: a FUSE process that died, a server that moved.
public final class StaleMount implements Cause {
    private static final Duration FRESH = Duration.ofMinutes(10);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .filter(pod -> !ClaimUsers.isOver(pod) && !ClaimUsers.node(pod).isEmpty())
                .flatMap(pod -> finding(pod, volumeChain));
    }

    private static Optional<Finding> finding(KubeResource pod, VolumeChain volumeChain) {
        Optional<ObservedEvent> told = ObservedEvent.about(pod, volumeChain)
                .takeWhile(each -> !each.hasReason("VolumeConditionNormal"))
                .filter(MountErrorPattern.DEAD::in)
                .filter(each -> ClaimUsers.isStarting(pod)
                        || volumeChain.since(each.event().last()).compareTo(FRESH) < 0)
                .findFirst();
        Optional<String> shown = ends(pod).filter(MountErrorPattern.DEAD::in).findFirst();
        Optional<String> words = told.map(ObservedEvent::text).or(() -> shown);
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String verdict = "The mount of %s at node %s is dead: %s."
                .formatted(
                        volumeChain.volume().map(KubeResource::title).orElse("a volume"),
                        ClaimUsers.node(pod),
                        end(words.get().toLowerCase(Locale.ROOT)));
        FindingBuilder findingBuilder = FindingBuilder.of("mount-dead", FindingRank.TOLD, LinkKind.MOUNT, verdict)
                .actor(ResponsibleParty.USER);
        told.ifPresent(each -> findingBuilder.event(each).since(each.event().last()));
        shown.ifPresent(each -> findingBuilder.evidence(pod, "a container ended with: " + DriverMessages.plain(each)));
        return findingBuilder
                .advice("See first that the driver's pod at that node, or the server, runs again.")
                .safe(
                        "Make the pod anew: a running container keeps the dead mount for ever. All pods with this"
                                + " volume at this node have to go before it is mounted afresh.",
                        KubectlCommands.delete(pod))
                .dangerous(
                        "If the new pod finds the mount dead as well: unmount it on the node, by hand.",
                        "umount -l <the path in the message>",
                        "what programs have not written yet is lost, and they keep the old mount open until they end")
                .build();
    }

    private static String end(String words) {
        if (words.contains("stale")) {
            return "the server no longer knows what was mounted";
        }
        return words.contains("the device of") ? "its device is gone" : "the process that served it has ended";
    }

    /// What containers left as their last words.
    private static Stream<String> ends(KubeResource pod) {
        return Stream.of("/status/containerStatuses", "/status/initContainerStatuses")
                .flatMap(pod::list)
                .flatMap(each -> Stream.of("/state/waiting", "/state/terminated", "/lastState/terminated")
                        .map(state -> each.at(state + "/message").asText("")));
    }
}
