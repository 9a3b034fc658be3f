package dev.stowage.explain.cause.attachdetach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.DriverMessages;
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
import java.util.Optional;

/// The node has reached its maximum number of volumes, which shows only after the pod was scheduled there.
final class NodeAttachLimitReached implements Cause {
    private static final String REASON = "VolumeAttachmentLimitExceeded";
    private static final String WORDS = "Node has reached its volume attachment limit";
    private static final int RESOURCE_EXHAUSTED = 8;

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        Optional<KubeResource> rejected = volumeChain.pod().filter(NodeAttachLimitReached::isRejected);
        if (rejected.isPresent()) {
            return rejected(rejected.get(), volumeChain);
        }
        return volumeChain
                .attachment()
                .filter(each -> isReached(each) && !VolumeAttachments.isAttached(each))
                .flatMap(each -> refused(each, volumeChain));
    }

    /// The driver returned ResourceExhausted.
    static boolean isReached(KubeResource attachment) {
        JsonNode error = attachment.json().at("/status/attachError");
        return error.path("errorCode").asInt(0) == RESOURCE_EXHAUSTED
                || DriverMessages.code(error.path("message").asText("")).equals("ResourceExhausted");
    }

    private static boolean isRejected(KubeResource pod) {
        return pod.text("/status/reason").equals(REASON)
                || pod.text("/status/message").startsWith(WORDS);
    }

    private static Optional<Finding> rejected(KubeResource pod, VolumeChain volumeChain) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "attach-limit",
                        FindingRank.CAUSE,
                        LinkKind.NODE,
                        "Node %s rejected %s: no more volumes of driver %s can be attached there."
                                .formatted(ClaimUsers.node(pod), pod.title(), volumeChain.driver()))
                .actor(ResponsibleParty.USER)
                .evidence(pod, "status.reason " + pod.text("/status/reason") + ": " + pod.text("/status/message"))
                .since(pod, "/status/startTime");
        count(findingBuilder, volumeChain, ClaimUsers.node(pod));
        return findingBuilder
                .safe(
                        "Delete the pod; its controller recreates it, possibly on another node.",
                        KubectlCommands.delete(pod))
                .advice("If all nodes are full, add a node or spread the pods that use volumes.")
                .build();
    }

    private static Optional<Finding> refused(KubeResource attachment, VolumeChain volumeChain) {
        String error = attachment.text("/status/attachError/message");
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "attach-limit",
                        FindingRank.CAUSE,
                        LinkKind.ATTACHMENT,
                        "Driver %s cannot attach another volume to node %s: %s"
                                .formatted(
                                        attachment.text("/spec/attacher"),
                                        VolumeAttachments.node(attachment),
                                        DriverMessages.plain(error)))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(attachment, "attachError: " + error)
                .since(attachment, "/status/attachError/time");
        count(findingBuilder, volumeChain, VolumeAttachments.node(attachment));
        volumeChain
                .pod()
                .ifPresent(pod -> findingBuilder.safe(
                        "Delete the pod, so that another node can be chosen.", KubectlCommands.delete(pod)));
        return findingBuilder
                .advice("The driver reported a higher limit than it has: set nodeAllocatableUpdatePeriodSeconds in its"
                        + " CSIDriver object, so that the limits of nodes are updated.")
                .build();
    }

    private static void count(FindingBuilder findingBuilder, VolumeChain volumeChain, String node) {
        long there = volumeChain.clusterState().all(ResourceKind.ATTACHMENT).stream()
                .filter(each -> VolumeAttachments.node(each).equals(node)
                        && each.text("/spec/attacher").equals(volumeChain.driver()))
                .count();
        volumeChain.csiNode().ifPresent(csiNode -> {
            String limit = csiNode.list("/spec/drivers")
                    .filter(each -> each.path("name").asText("").equals(volumeChain.driver()))
                    .map(each -> each.at("/allocatable/count").asText(""))
                    .findFirst()
                    .orElse("");
            findingBuilder.evidence(
                    csiNode,
                    "limit of " + volumeChain.driver() + ": " + (limit.isEmpty() ? "not set" : limit) + ", attached: "
                            + there);
        });
    }
}
