package dev.stowage.node.podworker;

import dev.stowage.node.prober.ContainerHealth;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the pod worker remembers about a pod.
///
/// @param failures by container; by [#POD] and the like for the whole pod
/// @param crashes by container
/// @param health by container ID; a missing entry is healthy
/// @param refused why the node rejects the pod; null when it does not
/// @param evicted why the node evicts the pod; null when it does not
/// @param endingSince when its termination began; null before
/// @param volumesVersion the version of the pod whose volumes were requested; empty for none
/// @param released whether its volumes can be unmounted
/// @param deletionRequested whether the node deleted it in the API server; finalizers may keep it there for a
/// while
/// @param missingSince since when volumes are missing, or were last reported as missing
record PodMemory(
        Set<PodAction.Background> underWay,
        Map<String, RetryableFailure> failures,
        Map<String, CrashLoopBackOff> crashes,
        Map<String, ContainerHealth> health,
        @Nullable PodFailure refused,
        @Nullable PodFailure evicted,
        @Nullable Instant endingSince,
        String volumesVersion,
        boolean released,
        boolean deletionRequested,
        Instant missingSince) {

    /// Not a container name: they do not contain this character.
    static final String POD = "#pod";

    static final String REMOVAL = "#removal";
    static final String VOLUMES = "#volumes";
    static final String WORD = "#word";

    /// For a new pod.
    static PodMemory empty(Instant now) {
        return new PodMemory(Set.of(), Map.of(), Map.of(), Map.of(), null, null, null, "", false, false, now);
    }

    boolean isStarting() {
        return underWay.stream()
                .anyMatch(background -> background instanceof PodAction.StartContainer
                        || background instanceof PodAction.PrepareSandbox);
    }

    boolean isStopping() {
        return underWay.stream().anyMatch(PodAction.StopContainer.class::isInstance);
    }
}
