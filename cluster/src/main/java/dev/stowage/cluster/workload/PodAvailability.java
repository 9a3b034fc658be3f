package dev.stowage.cluster.workload;

import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatusCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/// Since when a pod is available.
public final class PodAvailability {

    private PodAvailability() {}

    public static boolean isRunningAndReady(Pod pod) {
        return pod.phase().equals("Running") && pod.isReady();
    }

    /// Whether it has been ready for long enough.
    public static boolean isAvailable(Pod pod, int minReadySeconds, Instant now) {
        return pod.isReady()
                && (minReadySeconds == 0
                        || readySince(pod)
                                .filter(since ->
                                        !since.plusSeconds(minReadySeconds).isAfter(now))
                                .isPresent());
    }

    /// When the next pod that is ready, but not for long enough, becomes available; empty when there is none.
    public static Optional<Duration> next(Collection<Pod> pods, int minReadySeconds, Instant now) {
        return pods.stream()
                .filter(pod -> pod.isReady() && !isAvailable(pod, minReadySeconds, now))
                .flatMap(pod -> readySince(pod).stream())
                .map(since -> Duration.between(now, since.plusSeconds(minReadySeconds)))
                .min(Duration::compareTo);
    }

    public static Optional<Instant> readySince(Pod pod) {
        return pod.conditions().stream()
                .filter(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"))
                .findFirst()
                .map(StatusCondition::lastTransitionTime);
    }
}
