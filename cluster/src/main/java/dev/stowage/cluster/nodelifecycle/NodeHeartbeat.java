package dev.stowage.cluster.nodelifecycle;

import dev.stowage.kube.model.Lease;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The last heartbeat of a node, by our own clock: the node's may be wrong, and only a change counts.
///
/// @param heartbeat what the node last wrote to its status
/// @param renewed what it last wrote to its lease
record NodeHeartbeat(
        String uid, @Nullable Instant heartbeat, @Nullable Instant renewed, Instant received) {

    static NodeHeartbeat after(@Nullable NodeHeartbeat before, Node node, @Nullable Lease lease, Instant now) {
        Optional<StatusCondition> ready = node.condition("Ready");
        Instant heartbeat = ready.map(StatusCondition::lastProbeTime).orElse(null);
        Instant renewed = lease == null ? null : lease.renewTime();
        String uid = node.meta().uid();
        if (before == null || !before.uid.equals(uid)) {
            Instant created = node.meta().creationTimestamp();
            // A node that never reported its status has been silent since its creation. About others nothing
            // is known yet.
            return new NodeHeartbeat(uid, heartbeat, renewed, ready.isPresent() || created == null ? now : created);
        }
        boolean beats = !Objects.equals(before.heartbeat, heartbeat) || isLater(renewed, before.renewed);
        return new NodeHeartbeat(uid, heartbeat, renewed, beats ? now : before.received);
    }

    private static boolean isLater(@Nullable Instant one, @Nullable Instant other) {
        return one != null && (other == null || one.isAfter(other));
    }

    Instant until(Node node, NodeLifecycleOptions options) {
        return received.plus(node.condition("Ready").isPresent() ? options.grace() : options.startup());
    }
}
