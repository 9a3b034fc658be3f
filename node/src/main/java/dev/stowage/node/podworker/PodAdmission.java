package dev.stowage.node.podworker;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.node.context.NodeContext;
import java.util.Collection;
import java.util.Optional;

/// Checks whether the node can take one more pod. Pods are checked one at a time, so that two do not get the
/// last place.
final class PodAdmission {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final NodeContext nodeContext;

    PodAdmission(NodeContext nodeContext) {
        this.nodeContext = nodeContext;
    }

    /// A pod that began already keeps its place, whatever the node can take by now.
    synchronized void admit(ManagedPod managedPod, Collection<ManagedPod> all) {
        if (managedPod.isAdmissionDecided()) {
            return;
        }
        long others = all.stream()
                .filter(other -> other.isAdmissionDecided() && other.countsAgainstCapacity())
                .count();
        boolean began =
                !managedPod.pod().status().path("startTime").asText("").isEmpty() || managedPod.sandbox() != null;
        managedPod.setAdmission(began ? Optional.empty() : refusal(others, room()));
    }

    static Optional<PodFailure> refusal(long others, long room) {
        return others < room
                ? Optional.empty()
                : Optional.of(new PodFailure(
                        "OutOfpods",
                        "Pod was rejected: Node didn't have enough resource: pods, requested: 1, used: %d, capacity: %d"
                                .formatted(others, room)));
    }

    private long room() {
        return nodeContext
                .informers()
                .of(Kinds.NODES)
                .find(nodeContext.node())
                .map(Node::allocatable)
                .map(amounts -> amounts.getOrDefault("pods", 0L) / 1000)
                .filter(room -> room > 0)
                .orElse(UNLIMITED);
    }
}
