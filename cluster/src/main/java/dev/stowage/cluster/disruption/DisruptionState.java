package dev.stowage.cluster.disruption;

import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodDisruptionBudget;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A budget and its pods.
///
/// @param scales how many pods the owners of the pods want, by the uid of the owner
/// @param failure why the scale of an owner is unknown; empty when all are known
record DisruptionState(
        PodDisruptionBudget budget, List<Pod> pods, Map<String, Integer> scales, String failure, Instant now) {

    DisruptionState {
        pods = List.copyOf(pods);
        scales = Map.copyOf(scales);
    }
}
