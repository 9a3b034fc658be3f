package dev.stowage.control.attachdetach;

import dev.stowage.kube.controller.ClusterAction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is done about a volume now.
///
/// @param memories what to remember from now on, by node; before the first act, for it may be a fence
/// @param nodes those whose status needs a look
/// @param forced the nodes from which it is detached though they have not let go of it, and why
/// @param again when to look again; null when the next change is early enough
record VolumeAttachActions(
        List<ClusterAction> actions,
        Map<String, VolumeNodeMemory> memories,
        Set<String> nodes,
        Map<String, DetachDecision.Reason> forced,
        @Nullable Instant again) {}
