package dev.stowage.explain.cause.attachdetach;

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
import dev.stowage.k8s.names.NodeKeys;
import java.time.Duration;
import java.util.Optional;

/// A volume that must be attached has no attachment.
final class VolumeAttachmentMissing implements Cause {
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        boolean asked = volumeChain.attachment().isEmpty()
                && volumeChain.clusterState().isListed(ResourceKind.ATTACHMENT)
                && VolumeAttachments.areNeeded(volumeChain)
                && volumeChain
                        .claim()
                        .map(claim -> claim.text("/status/phase").equals("Bound"))
                        .orElse(false);
        if (!asked || heldElsewhere(volumeChain)) {
            return Optional.empty();
        }
        return volumeChain
                .pod()
                .filter(ClaimUsers::isStarting)
                .flatMap(pod -> volumeChain.node().flatMap(node -> finding(pod, node, volumeChain)));
    }

    private static boolean heldElsewhere(VolumeChain volumeChain) {
        return volumeChain
                .volume()
                .filter(VolumeAttachments::isExclusive)
                .map(volume -> !VolumeAttachments.of(volume, volumeChain.clusterState())
                        .isEmpty())
                .orElse(false);
    }

    private static Optional<Finding> finding(KubeResource pod, KubeResource node, VolumeChain volumeChain) {
        String volume = volumeChain.volume().map(KubeResource::title).orElse("the volume");
        if (node.annotation(NodeKeys.CONTROLLER_MANAGED_ATTACH_DETACH).isEmpty()) {
            return draft(
                            FindingRank.CAUSE,
                            volume + " is not attached to node " + node.name()
                                    + ": the kubelet there does not leave attaching to the cluster.",
                            pod)
                    .actor(ResponsibleParty.CLUSTER_ADMIN)
                    .evidence(node, "no annotation " + NodeKeys.CONTROLLER_MANAGED_ATTACH_DETACH)
                    .advice("Set enableControllerAttachDetach: true in the configuration of that kubelet.")
                    .safe("Check the node.", KubectlCommands.describe(node))
                    .build();
        }
        Duration age = pod.time("/status/startTime")
                .or(() -> pod.time("/metadata/creationTimestamp"))
                .map(volumeChain::since)
                .orElse(Duration.ZERO);
        if (age.compareTo(PATIENCE) < 0) {
            return draft(FindingRank.WAITING, volume + " is about to be attached to node " + node.name() + ".", pod)
                    .evidence(pod, "on node " + node.name())
                    .usual(USUAL)
                    .build();
        }
        return draft(
                        FindingRank.CAUSE,
                        "No controller attaches " + volume + " to node " + node.name()
                                + ": the attach/detach controller of the cluster is not working.",
                        pod)
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(pod, "on node " + node.name() + ", without a VolumeAttachment for its volume")
                .safe("Check whether the controllers of the cluster run.", "kubectl -n kube-system get pods,leases")
                .build();
    }

    private static FindingBuilder draft(FindingRank findingRank, String verdict, KubeResource pod) {
        return FindingBuilder.of("no-attachment", findingRank, LinkKind.ATTACHMENT, verdict)
                .since(pod, "/status/startTime");
    }
}
