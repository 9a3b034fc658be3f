package dev.stowage.control.attachdetach;

import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of a node that matters for attaching.
///
/// @param present whether the Node object exists
/// @param managed whether its kubelet leaves attaching to the controller
/// @param unreadySince when it became not ready; null when it is ready or the time is unknown
/// @param outOfService whether the administrator confirmed with the taint that nothing runs on it
record NodeState(
        String name,
        boolean present,
        boolean managed,
        boolean ready,
        @Nullable Instant unreadySince,
        boolean outOfService) {

    static NodeState of(Node node) {
        Optional<StatusCondition> condition = node.condition("Ready");
        boolean ready = node.ready();
        return new NodeState(
                node.meta().name(),
                true,
                node.meta().annotations().containsKey(NodeKeys.CONTROLLER_MANAGED_ATTACH_DETACH),
                ready,
                ready
                        ? null
                        : condition.map(StatusCondition::lastTransitionTime).orElse(null),
                node.hasTaint(NodeKeys.OUT_OF_SERVICE));
    }

    static NodeState deleted(String name) {
        return new NodeState(name, false, false, false, null, false);
    }

    boolean takesVolumes() {
        return present && managed;
    }
}
