package dev.stowage.node.podworker;

import dev.stowage.node.podvolumes.PodVolumeStatus;
import java.time.Duration;

/// When a change of the pod status is written: immediately, unless the next change is expected soon.
final class StatusUpdateDelay {
    /// A container that takes longer to start is reported in between.
    private static final Duration WHILE_STARTING = Duration.ofSeconds(1);

    private static final Duration WHILE_STOPPING = Duration.ofMillis(100);

    private StatusUpdateDelay() {}

    /// How long a change may wait, from when it was first seen.
    static Duration delay(PodState view) {
        boolean first = view.pod().status().path("startTime").asText("").isEmpty();
        if (first) {
            return Duration.ZERO;
        }
        if (!view.isTerminating() && (view.podMemory().isStarting() || isAboutToStart(view))) {
            return WHILE_STARTING;
        }
        return view.podMemory().isStopping() ? WHILE_STOPPING : Duration.ZERO;
    }

    private static boolean isAboutToStart(PodState view) {
        return view.volumes() instanceof PodVolumeStatus.Ready
                && view.podMemory().failures().isEmpty()
                && view.containers().isEmpty();
    }
}
