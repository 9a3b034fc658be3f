package dev.stowage.explain.chain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Set;

/// The progress of a pod with regard to its volumes.
///
/// Ordered from best to worst: of several pods the worst one counts.
public enum PodVolumePhase {
    FINISHED,
    RUNNING,
    ENDING,
    /// Its volumes are mounted; it waits for something else.
    STARTING,
    /// It has a node, but its volumes are not mounted yet.
    MOUNTING,
    UNSCHEDULED;

    private static final Set<String> BEFORE_CONTAINERS = Set.of("", "ContainerCreating", "PodInitializing");

    public static PodVolumePhase of(KubeResource pod) {
        String phase = pod.text("/status/phase");
        if (phase.equals("Succeeded") || phase.equals("Failed")) {
            return FINISHED;
        }
        if (pod.isDeleting()) {
            return ENDING;
        }
        if (pod.text("/spec/nodeName").isEmpty()) {
            return UNSCHEDULED;
        }
        if (phase.equals("Running")) {
            return RUNNING;
        }
        return hasVolumes(pod) ? STARTING : MOUNTING;
    }

    /// If a container has started, or only lacks its image, all volumes of the pod are mounted.
    private static boolean hasVolumes(KubeResource pod) {
        return pod.list("/status/initContainerStatuses").anyMatch(PodVolumePhase::isBegun)
                || pod.list("/status/containerStatuses").anyMatch(PodVolumePhase::isBegun);
    }

    private static boolean isBegun(JsonNode container) {
        JsonNode state = container.path("state");
        return state.has("running")
                || state.has("terminated")
                || container.path("restartCount").asInt(0) > 0
                || (state.has("waiting")
                        && !BEFORE_CONTAINERS.contains(
                                state.path("waiting").path("reason").asText("")));
    }
}
