package dev.stowage.node.podworker;

import dev.stowage.node.podvolumes.PodVolumeStatus;
import java.time.Duration;

/// When a change of a pod's status is told: at once, unless the next change is about to come.
final class StatusUpdateDelay {
    /// A container that takes longer to begin is worth a word.
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
