package dev.stowage.explain.cause.attachdetach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.NodeConditions;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Optional;

/// The pod is on a node that does not respond: nothing is mounted or unmounted there.
final class NodeNotReady implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .pod()
                .filter(pod -> ClaimUsers.isStarting(pod)
                        || (pod.isDeleting() && !ClaimUsers.node(pod).isEmpty()))
                .flatMap(pod -> volumeChain
                        .node()
                        .map(node -> NodeConditions.isReady(node) ? Optional.<Finding>empty() : silent(pod, node))
                        .orElseGet(() -> gone(pod, volumeChain)));
    }

    private static Optional<Finding> silent(KubeResource pod, KubeResource node) {
        Optional<JsonNode> ready = node.condition("Ready");
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        return FindingBuilder.of(
                        "node-down",
                        FindingRank.CAUSE,
                        LinkKind.NODE,
                        "%s is on node %s, which is not ready: its volumes are neither mounted nor unmounted until it is."
                                .formatted(pod.title(), node.name()))
                .actor(ResponsibleParty.CLUSTER_ADMIN)
                .evidence(
                        node,
                        "Ready is " + NodeConditions.readiness(node) + ": "
                                + ready.get().path("message").asText(""))
                .since(new KubeResource(ResourceKind.NODE, ready.get()), "/lastTransitionTime")
                .safe("Check why the node is not ready.", KubectlCommands.describe(node))
                .build();
    }

    private static Optional<Finding> gone(KubeResource pod, VolumeChain volumeChain) {
        if (!volumeChain.clusterState().isListed(ResourceKind.NODE)) {
            return Optional.empty();
        }
        return FindingBuilder.of(
                        "node-gone",
                        FindingRank.CAUSE,
                        LinkKind.NODE,
                        "%s is on node %s, which does not exist.".formatted(pod.title(), ClaimUsers.node(pod)))
                .actor(ResponsibleParty.USER)
                .evidence(pod, "spec.nodeName " + ClaimUsers.node(pod))
                .advice("If spec.nodeName was set by hand, remove it and let the scheduler choose a node.")
                .safe("List the nodes.", "kubectl get nodes")
                .safe("Delete the pod; its controller recreates it.", KubectlCommands.delete(pod))
                .build();
    }
}
