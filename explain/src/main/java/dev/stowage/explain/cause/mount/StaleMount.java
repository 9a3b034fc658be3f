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
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The mount exists but its backend does not: a FUSE process exited, a server moved.
final class StaleMount implements Cause {
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
                .takeWhile(each -> !each.hasReason(VolumeEventReasons.VOLUME_CONDITION_NORMAL))
                .filter(MountErrorPattern.DEAD::in)
                .filter(each -> ClaimUsers.isStarting(pod)
                        || volumeChain.since(each.event().last()).compareTo(FRESH) < 0)
                .findFirst();
        Optional<String> shown = ends(pod).filter(MountErrorPattern.DEAD::in).findFirst();
        Optional<String> words = told.map(ObservedEvent::text).or(() -> shown);
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String verdict = "The mount of %s on node %s is stale: %s."
                .formatted(
                        volumeChain.volume().map(KubeResource::title).orElse("a volume"),
                        ClaimUsers.node(pod),
                        end(words.get().toLowerCase(Locale.ROOT)));
        FindingBuilder findingBuilder = FindingBuilder.of("mount-dead", FindingRank.TOLD, LinkKind.MOUNT, verdict)
                .actor(ResponsibleParty.USER);
        told.ifPresent(each -> findingBuilder.event(each).since(each.event().last()));
        shown.ifPresent(
                each -> findingBuilder.evidence(pod, "a container terminated with: " + DriverMessages.plain(each)));
        return findingBuilder
                .advice("First make sure that the driver's pod on that node, or the server, runs again.")
                .safe(
                        "Recreate the pod: a running container keeps the stale mount. All pods that use this"
                                + " volume on this node must be deleted before it is mounted again.",
                        KubectlCommands.delete(pod))
                .dangerous(
                        "If the mount is stale in the new pod, too: unmount it on the node by hand.",
                        "umount -l <the path in the message>",
                        "unwritten data is lost, and processes keep the old mount open until they exit")
                .build();
    }

    private static String end(String words) {
        if (words.contains("stale")) {
            return "the server does not know the file handle any more";
        }
        return words.contains("the device of") ? "its device is gone" : "the process that served it has exited";
    }

    /// The termination messages of containers.
    private static Stream<String> ends(KubeResource pod) {
        return Stream.of("/status/containerStatuses", "/status/initContainerStatuses")
                .flatMap(pod::list)
                .flatMap(each -> Stream.of("/state/waiting", "/state/terminated", "/lastState/terminated")
                        .map(state -> each.at(state + "/message").asText("")));
    }
}
