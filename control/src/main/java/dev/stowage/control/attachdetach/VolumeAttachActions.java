package dev.stowage.control.attachdetach;

import dev.stowage.kube.controller.ClusterAction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The actions for a volume.
///
/// @param memories what to remember, by node; stored before the first action, because it may fence the node's
///     worker
/// @param nodes those whose status needs to be reconciled
/// @param forced the nodes from which it is force-detached, and why
/// @param again when to reconcile again; null when the next change is early enough
record VolumeAttachActions(
        List<ClusterAction> actions,
        Map<String, VolumeNodeMemory> memories,
        Set<String> nodes,
        Map<String, DetachDecision.Reason> forced,
        @Nullable Instant again) {}
