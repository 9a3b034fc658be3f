package dev.stowage.control.attachdetach;

import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One volume on one node: the pods that need it there, and its actual state.
///
/// @param pods those that need it there
/// @param inUse whether the kubelet has it mounted, or is about to; for a deleted node, whether it may have
/// @param reported whether the node's status reports it as attached
record VolumeNodeState(
        NodeState nodeState,
        List<Pod> pods,
        @Nullable VolumeAttachment attachment,
        boolean inUse,
        boolean reported,
        VolumeNodeMemory volumeNodeMemory) {

    /// First come, first served.
    static final Comparator<VolumeNodeState> IN_TURN = Comparator.comparing(VolumeNodeState::firstPod)
            .thenComparing(volumeNodeState -> volumeNodeState.nodeState().name());

    String node() {
        return nodeState.name();
    }

    boolean isWanted() {
        return !pods.isEmpty();
    }

    /// Whether the volume is on this node or may be.
    boolean isHeld() {
        return attachment != null;
    }

    private Instant firstPod() {
        return pods.stream()
                .map(pod -> pod.meta().creationTimestamp())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }
}
