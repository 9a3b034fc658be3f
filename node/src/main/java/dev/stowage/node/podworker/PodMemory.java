package dev.stowage.node.podworker;

import dev.stowage.node.prober.ContainerHealth;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the runner remembers of a pod.
///
/// @param failures by container; by [#POD] and the like for what concerns the whole pod
/// @param crashes by container
/// @param health by container id; what is absent is good
/// @param refused why the node does not take the pod at all; null when it does
/// @param endingSince when its end began; null before
/// @param volumesVersion the version of the pod whose volumes were asked for; empty for none
/// @param released whether the volumes can go
/// @param deletionRequested whether the API server was asked to forget it; others may keep it there for a while
/// @param missingSince since when volumes are missing, or were last complained about
record PodMemory(
        Set<PodAction.Background> underWay,
        Map<String, RetryableFailure> failures,
        Map<String, CrashLoopBackOff> crashes,
        Map<String, ContainerHealth> health,
        @Nullable PodFailure refused,
        @Nullable Instant endingSince,
        String volumesVersion,
        boolean released,
        boolean deletionRequested,
        Instant missingSince) {

    /// Names no container: they have no such character.
    static final String POD = "#pod";

    static final String REMOVAL = "#removal";
    static final String VOLUMES = "#volumes";
    static final String WORD = "#word";

    /// Of a pod that was never seen before.
    static PodMemory empty(Instant now) {
        return new PodMemory(Set.of(), Map.of(), Map.of(), Map.of(), null, null, "", false, false, now);
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
