package dev.stowage.control.schedule;

import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What becomes of a pod. A pure function of the pod and of what can be seen.
sealed interface Placement {

    /// @param choices for the claims that waited for a node
    record Fit(String node, List<Choice> choices) implements Placement {}

    /// @param message for the user
    /// @param helps what may change it
    record NoFit(String message, Set<Wake> helps) implements Placement {}

    static Placement of(Pod pod, View view) {
        if (view.nodes().isEmpty()) {
            return new NoFit("no nodes available to schedule pods", Set.of(Wake.NODE));
        }
        NamedNodes named = NamedNodes.of(pod.scheduling().required());
        if (named.isNone()) {
            return Refusal.beforehand(pod, "pod affinity terms conflict", Set.of(), view);
        }
        return switch (PodClaims.of(pod, view.storage())) {
            case PodClaims.Unusable(String why, Set<Wake> helps) -> Refusal.beforehand(pod, why, helps, view);
            case PodClaims.Usable claims -> onNodes(pod, claims, named, view);
        };
    }

    private static Placement onNodes(Pod pod, PodClaims.Usable claims, NamedNodes named, View view) {
        Neighbours neighbours = Neighbours.of(pod, view);
        List<Refusal.OfNode> refused = new ArrayList<>();
        Fit best = null;
        long bestScore = Long.MIN_VALUE;
        for (NodeView node : view.nodes().values()) {
            if (!named.contains(node.name())) {
                continue;
            }
            switch (NodeFit.of(pod, claims, node, neighbours, view)) {
                case NodeFit.Refused(List<Reason> reasons) -> refused.add(new Refusal.OfNode(node, reasons));
                case NodeFit.Fits(List<Choice> choices) -> {
                    long score = Score.of(pod, node, choices, view.storage());
                    // Of equals the first by name: the same view gives the same answer.
                    if (score > bestScore) {
                        bestScore = score;
                        best = new Fit(node.name(), choices);
                    }
                }
            }
        }
        return best != null ? best : Refusal.of(pod, claims, refused, view);
    }
}
