package dev.stowage.explain.cause.deletion;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// An attachment is not deleted.
final class AttachmentTerminating implements Cause {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return Stream.concat(
                        volumeChain.attachment().stream(),
                        volumeChain.volume().stream()
                                .flatMap(each -> VolumeAttachments.of(each, volumeChain.clusterState()).stream()))
                .flatMap(each -> judge(each, volumeChain).stream())
                .findFirst();
    }

    private static Optional<Finding> judge(KubeResource attachment, VolumeChain volumeChain) {
        if (!attachment.text("/status/detachError/message").isEmpty()) {
            return Optional.empty();
        }
        return attachment.isDeleting() ? detaching(attachment, volumeChain) : left(attachment, volumeChain);
    }

    private static Optional<Finding> detaching(KubeResource attachment, VolumeChain volumeChain) {
        boolean lasts = attachment
                .time("/metadata/deletionTimestamp")
                .map(from -> volumeChain.since(from).compareTo(PATIENCE) > 0)
                .orElse(true);
        String driver = attachment.text("/spec/attacher");
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "attachment-terminating",
                        lasts ? FindingRank.CAUSE : FindingRank.WAITING,
                        LinkKind.ATTACHMENT,
                        (lasts
                                        ? "The attacher of driver %s does not detach pv/%s from node %s and reports nothing: it is not working, or the driver does not respond."
                                        : "Driver %s is detaching pv/%s from node %s.")
                                .formatted(
                                        driver,
                                        VolumeAttachments.volume(attachment),
                                        VolumeAttachments.node(attachment)))
                .actor(lasts ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.NOBODY)
                .evidence(attachment, "finalizers " + FinalizerInfo.of(attachment) + ", no error")
                .since(attachment, "/metadata/deletionTimestamp")
                .usual(lasts ? Duration.ZERO : USUAL);
        return (lasts ? cure(findingBuilder, attachment) : findingBuilder).build();
    }

    private static Optional<Finding> left(KubeResource attachment, VolumeChain volumeChain) {
        String volume = VolumeAttachments.volume(attachment);
        String node = VolumeAttachments.node(attachment);
        boolean noVolume = !volume.isEmpty()
                && volumeChain.clusterState().isListed(ResourceKind.VOLUME)
                && volumeChain.clusterState().find(ResourceKind.VOLUME, volume).isEmpty();
        boolean wanted = volumeChain.pod().filter(ClaimUsers::isStarting).isPresent();
        boolean noNode = !wanted
                && volumeChain.clusterState().isListed(ResourceKind.NODE)
                && volumeChain.clusterState().find(ResourceKind.NODE, node).isEmpty();
        if (!noVolume && !noNode) {
            return Optional.empty();
        }
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "attachment-left",
                        FindingRank.CAUSE,
                        LinkKind.ATTACHMENT,
                        "%s is orphaned: %s does not exist any more."
                                .formatted(attachment.title(), noVolume ? "pv/" + volume : "node " + node))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(attachment, "pv/" + volume + " to node " + node)
                .since(attachment, "/metadata/creationTimestamp")
                .advice(
                        "Without a node, the volume is detached by the cluster within minutes; without a volume, no controller"
                                + " deletes the attachment.");
        return cure(findingBuilder, attachment).build();
    }

    private static FindingBuilder cure(FindingBuilder findingBuilder, KubeResource attachment) {
        FindingBuilder checked = findingBuilder.safe("Show the attachment.", KubectlCommands.yaml(attachment));
        return attachment.isDeleting()
                ? checked.safe(
                                "Check whether the csi-attacher of the driver's controller runs.",
                                "kubectl get pods -A -o wide")
                        .dangerous(
                                "If the storage shows that the volume is no longer attached, remove the finalizers.",
                                FinalizerInfo.removal(attachment),
                                "if it is still attached, another node can attach it at the same time, and its file system is corrupted")
                : checked.dangerous(
                        "Delete it, once the machine is definitely powered off or has unmounted the volume.",
                        KubectlCommands.delete(attachment),
                        "a machine that is still writing loses the device");
    }
}
