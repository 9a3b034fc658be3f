package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.NodeConditions;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.Optional;

/// A node has a volume mounted for a deleted pod.
///
/// Kubelets report it only in their logs, so it is recognized by its effect: the node still reports the volume as in
/// use, but no pod there uses it.
final class OrphanedMount implements Cause {
    private static final String WORD = "mount-left";
    private static final Duration USUAL = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        Optional<Finding> told = ObservedEvent.all(volumeChain)
                .filter(MountErrorPattern.LEFT::in)
                .findFirst()
                .flatMap(OrphanedMount::told);
        return told.isPresent() || !volumeChain.clusterState().isListed(ResourceKind.POD)
                ? told
                : volumeChain
                        .claim()
                        .flatMap(claim -> volumeChain.volume().flatMap(volume -> shown(claim, volume, volumeChain)));
    }

    private static Optional<Finding> shown(KubeResource claim, KubeResource volume, VolumeChain volumeChain) {
        return volumeChain.clusterState().all(ResourceKind.NODE).stream()
                .filter(node -> NodeConditions.isReady(node) && NodeConditions.uses(node, volume))
                .filter(node -> ClaimUsers.of(claim, volumeChain.clusterState()).stream()
                        .noneMatch(pod -> ClaimUsers.node(pod).equals(node.name())))
                .findFirst()
                .flatMap(node -> left(node, volume, volumeChain));
    }

    private static Optional<Finding> left(KubeResource node, KubeResource volume, VolumeChain volumeChain) {
        boolean lasts = volumeChain
                .pod()
                .filter(ClaimUsers::isStarting)
                .or(volumeChain::claim)
                .filter(each -> each.kind() == ResourceKind.POD || each.isDeleting())
                .flatMap(each -> each.time("/status/startTime").or(() -> each.time("/metadata/deletionTimestamp")))
                .map(from -> volumeChain.since(from).compareTo(LONG) > 0)
                .orElse(false);
        FindingBuilder findingBuilder = FindingBuilder.of(
                        WORD,
                        lasts ? FindingRank.CAUSE : FindingRank.WAITING,
                        LinkKind.MOUNT,
                        "Node %s still has %s mounted, but no pod there uses it."
                                .formatted(node.name(), volume.title()))
                .actor(lasts ? ResponsibleParty.CLUSTER_ADMIN : ResponsibleParty.NOBODY)
                .evidence(node, "status.volumesInUse has " + NodeConditions.uniqueName(volume))
                .usual(USUAL);
        return (lasts ? checks(findingBuilder, volume.name()) : findingBuilder).build();
    }

    private static Optional<Finding> told(ObservedEvent told) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        WORD,
                        FindingRank.TOLD,
                        LinkKind.MOUNT,
                        "A deleted pod left a mounted volume or its directory on a node, as reported for %s."
                                .formatted(told.about().title()))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .event(told)
                .since(told.event().last());
        return checks(findingBuilder, "/pods/").build();
    }

    static FindingBuilder checks(FindingBuilder findingBuilder, String path) {
        return findingBuilder
                .advice("Usually the driver was uninstalled before the pods that used it, or vol_data.json in the"
                        + " volume's directory is lost: reinstall the driver, and the kubelet cleans up automatically.")
                .safe("On the node: list what is still mounted.", "findmnt -l | grep " + KubectlCommands.quoted(path))
                .safe("On the node: check the mounts and directories.", "stowage doctor")
                .dangerous(
                        "On the node: unmount what is left, then remove the empty directory with rmdir.",
                        "umount <path> && rmdir <path>",
                        "never use rm -r: while a volume is mounted below, it deletes its data");
    }
}
