package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Decides for a pod. A pure function of the pod and the state.
sealed interface SchedulingDecision {

    /// @param choices for the claims that waited for a node
    record Fit(String node, List<VolumeChoice> choices) implements SchedulingDecision {}

    /// @param message for the user
    /// @param resolvingEvents what may change the result
    record NoFit(String message, Set<ClusterEvent> resolvingEvents) implements SchedulingDecision {}

    static SchedulingDecision of(Pod pod, SchedulingState schedulingState) {
        if (schedulingState.nodes().isEmpty()) {
            return new NoFit("no nodes available to schedule pods", Set.of(ClusterEvent.NODE));
        }
        RequiredNodes named = RequiredNodes.of(pod.scheduling().required());
        if (named.isNone()) {
            return FitErrorMessage.beforehand(pod, "pod affinity terms conflict", Set.of(), schedulingState);
        }
        return switch (PodClaims.of(pod, schedulingState.storageState())) {
            case PodClaims.Unusable(String why, Set<ClusterEvent> helps) ->
                FitErrorMessage.beforehand(pod, why, helps, schedulingState);
            case PodClaims.Usable claims -> onNodes(pod, claims, named, schedulingState);
        };
    }

    private static SchedulingDecision onNodes(
            Pod pod, PodClaims.Usable claims, RequiredNodes named, SchedulingState schedulingState) {
        InterPodAffinity interPodAffinity = InterPodAffinity.of(pod, schedulingState);
        List<FitErrorMessage.RefusedNode> refused = new ArrayList<>();
        Fit best = null;
        long bestScore = Long.MIN_VALUE;
        for (NodeInfo node : schedulingState.nodes().values()) {
            if (!named.contains(node.name())) {
                continue;
            }
            switch (NodeFit.of(pod, claims, node, interPodAffinity, schedulingState)) {
                case NodeFit.Refused(List<UnschedulableReason> reasons) ->
                    refused.add(new FitErrorMessage.RefusedNode(node, reasons));
                case NodeFit.Fits(List<VolumeChoice> choices) -> {
                    long score = NodeScore.of(pod, node, choices, schedulingState.storageState());
                    // Of equal nodes the first by name: the same state gives the same result.
                    if (score > bestScore) {
                        bestScore = score;
                        best = new Fit(node.name(), choices);
                    }
                }
            }
        }
        return best != null ? best : FitErrorMessage.of(pod, claims, refused, schedulingState);
    }
}
