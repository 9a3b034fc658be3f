package dev.stowage.control.schedule;

import dev.stowage.control.schedule.Placement.NoFit;
import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Says why no node will do: how many nodes for which reason, and why it would not help to evict other pods.
final class Refusal {
    private static final String NO_VICTIMS = "No preemption victims found for incoming pod";
    private static final String NEVER = " preemption: not eligible due to preemptionPolicy=Never.";
    private static final String NOT_HELPFUL = "Preemption is not helpful for scheduling";

    record OfNode(NodeView node, List<Reason> reasons) {

        boolean evictable() {
            return reasons.stream().allMatch(Reason::evictable);
        }
    }

    private Refusal() {}

    /// No node was looked at: the reason is the pod's own.
    static NoFit beforehand(Pod pod, String why, Set<Wake> helps, View view) {
        int all = view.nodes().size();
        String preemption = pod.scheduling().preempts() ? " preemption: " + counted(all, Map.of(NOT_HELPFUL, all)) : NEVER;
        return new NoFit(available(all) + " " + why + "." + preemption, helps);
    }

    static NoFit of(Pod pod, PodClaims.Usable claims, List<OfNode> refused, View view) {
        int all = view.nodes().size();
        Map<String, Integer> counts = new TreeMap<>();
        Set<Wake> helps = EnumSet.noneOf(Wake.class);
        refused.forEach(node -> add(counts, node.reasons()));
        refused.forEach(node -> node.reasons().forEach(reason -> helps.addAll(reason.helps())));
        if (refused.size() < all) {
            counts.merge(Reason.NOT_NAMED.text(), all - refused.size(), Integer::sum);
            helps.addAll(Reason.NOT_NAMED.helps());
        }
        String preemption = pod.scheduling().preempts()
                ? preemption(pod, claims, refused, view)
                        .map(why -> " preemption: " + counted(all, why))
                        .orElse("")
                : NEVER;
        return new NoFit(counted(all, counts) + preemption, Set.copyOf(helps));
    }

    /// Nobody is evicted here. Where it would help, nothing is said of it.
    private static Optional<Map<String, Integer>> preemption(
            Pod pod, PodClaims.Usable claims, List<OfNode> refused, View view) {
        Map<String, Integer> counts = new TreeMap<>();
        int rest = view.nodes().size();
        for (OfNode node : refused) {
            if (!node.evictable()) {
                continue;
            }
            rest--;
            List<Pod> victims = node.node().pods().stream()
                    .map(NodeView.Placed::pod)
                    .filter(other -> other.scheduling().priority() < pod.scheduling().priority())
                    .toList();
            if (victims.isEmpty()) {
                counts.merge(NO_VICTIMS, 1, Integer::sum);
                continue;
            }
            View without = view.without(node.node().name(), victims);
            NodeView emptier = node.node().without(victims);
            switch (NodeFit.of(pod, claims, emptier, Neighbours.of(pod, without), without)) {
                case NodeFit.Fits(List<Choice> _) -> {
                    return Optional.empty();
                }
                case NodeFit.Refused(List<Reason> reasons) -> add(counts, reasons);
            }
        }
        if (rest > 0) {
            counts.merge(NOT_HELPFUL, rest, Integer::sum);
        }
        return Optional.of(counts);
    }

    private static void add(Map<String, Integer> counts, Collection<Reason> reasons) {
        reasons.forEach(reason -> counts.merge(reason.text(), 1, Integer::sum));
    }

    private static String available(int all) {
        return "0/" + all + " nodes are available:";
    }

    private static String counted(int all, Map<String, Integer> counts) {
        return available(all) + " "
                + counts.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .sorted()
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
