package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A call to the driver does not end: first it times out, then the driver rejects others because of it.
final class CsiOperationTimeout implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        List<ObservedEvent> mounting = KubeletMountEvents.of(volumeChain)
                .filter(each -> MountErrorPattern.LATE.in(each) || MountErrorPattern.BUSY.in(each))
                .toList();
        if (!mounting.isEmpty()) {
            return mounting(mounting, volumeChain);
        }
        List<ObservedEvent> making = making(volumeChain)
                .filter(each -> MountErrorPattern.LATE.in(each) || MountErrorPattern.BUSY.in(each))
                .toList();
        // A single timeout is reported by the cause for the missing volume.
        return making.stream().anyMatch(MountErrorPattern.BUSY::in) ? making(making, volumeChain) : Optional.empty();
    }

    /// Events of a claim without a volume, and of a volume that is being deleted.
    private static Stream<ObservedEvent> making(VolumeChain volumeChain) {
        Stream<ObservedEvent> claim =
                volumeChain.claim().filter(each -> each.text("/status/phase").equals("Pending")).stream()
                        .flatMap(each -> ObservedEvent.about(each, volumeChain))
                        .filter(each -> each.hasReason(VolumeEventReasons.PROVISIONING_FAILED));
        Stream<ObservedEvent> volume =
                volumeChain.volume().filter(each -> !each.text("/status/phase").equals("Bound")).stream()
                        .flatMap(each -> ObservedEvent.about(each, volumeChain))
                        .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_FAILED_DELETE));
        return Stream.concat(claim, volume);
    }

    private static Optional<Finding> mounting(List<ObservedEvent> told, VolumeChain volumeChain) {
        String node = volumeChain.pod().map(ClaimUsers::node).orElse("");
        String volume = volumeChain.volume().map(KubeResource::title).orElse("the volume");
        return draft(
                        told,
                        LinkKind.MOUNT,
                        "Driver %s hangs while mounting %s on node %s: %s"
                                .formatted(volumeChain.driver(), volume, node, how(told)))
                .advice(
                        "On the node, check which processes hang in the kernel (state D in ps) and what dmesg reports: a"
                                + " server or disk behind the mount usually does not respond.")
                .safe("Check the kernel and the driver; run it on that node.", "stowage doctor")
                .dangerous(
                        "Restart the driver's pod on that node, when its storage responds again.",
                        "",
                        "drivers that serve mounts from their own process (FUSE) break all their mounts on the node")
                .build();
    }

    private static Optional<Finding> making(List<ObservedEvent> told, VolumeChain volumeChain) {
        return draft(told, LinkKind.VOLUME, "Driver %s hangs: %s".formatted(volumeChain.driver(), how(told)))
                .advice("Check the logs of the driver's controller and whether its storage responds; the call is"
                        + " retried until it does.")
                .build();
    }

    private static String how(List<ObservedEvent> told) {
        return told.stream().anyMatch(MountErrorPattern.BUSY::in)
                ? "an earlier call is still running, and other calls are rejected because of it."
                : "it did not respond in time.";
    }

    private static FindingBuilder draft(List<ObservedEvent> told, LinkKind part, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of("operation-hangs", FindingRank.TOLD, part, verdict)
                .actor(ResponsibleParty.STORAGE_ADMIN);
        told.stream().filter(MountErrorPattern.LATE::in).findFirst().ifPresent(findingBuilder::event);
        told.stream().filter(MountErrorPattern.BUSY::in).findFirst().ifPresent(findingBuilder::event);
        return findingBuilder.since(told.getFirst().event().last());
    }
}
