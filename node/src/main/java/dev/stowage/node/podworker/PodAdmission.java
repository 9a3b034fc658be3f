package dev.stowage.node.podworker;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.podworker.podfeatures.PodFeatures;
import java.util.Collection;
import java.util.Optional;

/// Checks whether the node can run one more pod. Pods are checked one at a time, so that two do not get the last
/// slot.
final class PodAdmission {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final NodeContext nodeContext;
    private final PodFeatures podFeatures;

    PodAdmission(NodeContext nodeContext, PodFeatures podFeatures) {
        this.nodeContext = nodeContext;
        this.podFeatures = podFeatures;
    }

    /// A pod that has already started keeps its slot, even if the limit is lower now.
    synchronized void admit(ManagedPod managedPod, Collection<ManagedPod> all) {
        if (managedPod.isAdmissionDecided()) {
            return;
        }
        long others = all.stream()
                .filter(other -> other.isAdmissionDecided() && other.countsAgainstCapacity())
                .count();
        boolean began =
                !managedPod.pod().status().path("startTime").asText("").isEmpty() || managedPod.sandbox() != null;
        Optional<PodFailure> refusal = began
                ? Optional.empty()
                : podFeatures
                        .rejection(managedPod.pod())
                        .map(feature -> new PodFailure(feature.reason(), feature.message()))
                        .or(() -> refusal(others, room()));
        refusal.ifPresent(failure ->
                nodeContext.events().warning(managedPod.pod().reference(), failure.reason(), failure.message()));
        managedPod.setAdmission(
                refusal.map(failure -> new PodFailure(failure.reason(), "Pod was rejected: " + failure.message())));
    }

    static Optional<PodFailure> refusal(long others, long room) {
        return others < room
                ? Optional.empty()
                : Optional.of(new PodFailure(
                        "OutOfpods",
                        "Node didn't have enough resource: pods, requested: 1, used: %d, capacity: %d"
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
