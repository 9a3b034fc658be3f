package dev.stowage.node.run;

import dev.stowage.node.run.probe.Health;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the runner remembers of a pod.
///
/// @param troubles by container; by [#POD] and the like for what concerns the whole pod
/// @param crashes by container
/// @param health by container id; what is absent is good
/// @param refused why the node does not take the pod at all; null when it does
/// @param endingSince when its end began; null before
/// @param wanted the version of the pod whose volumes were asked for; empty for none
/// @param released whether the volumes can go
/// @param left whether the API server was asked to forget it; others may keep it there for a while
/// @param missingSince since when volumes are missing, or were last complained about
record Memory(
        Set<PodStep.Act> underWay,
        Map<String, Trouble> troubles,
        Map<String, Crash> crashes,
        Map<String, Health> health,
        @Nullable Failure refused,
        @Nullable Instant endingSince,
        String wanted,
        boolean released,
        boolean left,
        Instant missingSince) {

    /// Names no container: they have no such character.
    static final String POD = "#pod";

    static final String REMOVAL = "#removal";
    static final String VOLUMES = "#volumes";
    static final String WORD = "#word";

    /// Of a pod that was never seen before.
    static Memory fresh(Instant now) {
        return new Memory(Set.of(), Map.of(), Map.of(), Map.of(), null, null, "", false, false, now);
    }

    boolean isStarting() {
        return underWay.stream().anyMatch(act -> act instanceof PodStep.Start || act instanceof PodStep.Prepare);
    }

    boolean isStopping() {
        return underWay.stream().anyMatch(PodStep.Stop.class::isInstance);
    }
}
