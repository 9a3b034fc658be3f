package dev.stowage.control.attachdetach;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A node, as far as attaching is concerned.
///
/// @param present whether there is such an object
/// @param managed whether its kubelet leaves attaching to a controller
/// @param unreadySince when it ceased to be ready; null when it is ready, or nobody knows
/// @param outOfService whether somebody vouches that nothing runs on it
record NodeState(
        String name,
        boolean present,
        boolean managed,
        boolean ready,
        @Nullable Instant unreadySince,
        boolean outOfService) {
    private static final String MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    static NodeState of(Node node) {
        Optional<StatusCondition> condition = node.condition("Ready");
        boolean ready = node.ready();
        return new NodeState(
                node.meta().name(),
                true,
                node.meta().annotations().containsKey(MANAGED),
                ready,
                ready
                        ? null
                        : condition.map(StatusCondition::lastTransitionTime).orElse(null),
                node.hasTaint(OUT_OF_SERVICE));
    }

    static NodeState deleted(String name) {
        return new NodeState(name, false, false, false, null, false);
    }

    boolean takesVolumes() {
        return present && managed;
    }
}
