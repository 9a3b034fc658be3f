package dev.stowage.node.run;

import dev.stowage.node.volume.VolumeAnswer;
import java.time.Duration;

/// When a change of a pod's status is told: at once, unless the next change is about to come.
final class Gathering {
    /// A container that takes longer to begin is worth a word.
    private static final Duration WHILE_STARTING = Duration.ofSeconds(1);

    private static final Duration WHILE_STOPPING = Duration.ofMillis(100);

    private Gathering() {}

    /// How long a change may wait, from when it was first seen.
    static Duration delay(PodView view) {
        boolean first = view.pod().status().path("startTime").asText("").isEmpty();
        if (first) {
            return Duration.ZERO;
        }
        if (!view.goesDown() && (view.memory().isStarting() || isAboutToStart(view))) {
            return WHILE_STARTING;
        }
        return view.memory().isStopping() ? WHILE_STOPPING : Duration.ZERO;
    }

    private static boolean isAboutToStart(PodView view) {
        return view.volumes() instanceof VolumeAnswer.Ready
                && view.memory().troubles().isEmpty()
                && view.containers().isEmpty();
    }
}
