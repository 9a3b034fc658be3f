package dev.stowage.cluster.scheduler;

import dev.stowage.cluster.scheduler.SchedulingDecision.NoFit;
import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The message why no node fits: how many nodes for which reason, and why preemption would not help.
final class FitErrorMessage {
    private static final String NO_VICTIMS = "No preemption victims found for incoming pod";
    private static final String NEVER = " preemption: not eligible due to preemptionPolicy=Never.";
    private static final String NOT_HELPFUL = "Preemption is not helpful for scheduling";

    record RefusedNode(NodeInfo node, List<UnschedulableReason> reasons) {

        boolean evictable() {
            return reasons.stream().allMatch(UnschedulableReason::evictable);
        }
    }

    private FitErrorMessage() {}

    /// No node was checked: the reason is in the pod itself.
    static NoFit beforehand(Pod pod, String why, Set<ClusterEvent> helps, SchedulingState schedulingState) {
        int all = schedulingState.nodes().size();
        String preemption =
                pod.scheduling().preempts() ? " preemption: " + counted(all, Map.of(NOT_HELPFUL, all)) : NEVER;
        return new NoFit(available(all) + " " + why + "." + preemption, helps);
    }

    static NoFit of(Pod pod, PodClaims.Usable claims, List<RefusedNode> refused, SchedulingState schedulingState) {
        int all = schedulingState.nodes().size();
        Map<String, Integer> counts = new TreeMap<>();
        Set<ClusterEvent> helps = EnumSet.noneOf(ClusterEvent.class);
        refused.forEach(node -> add(counts, node.reasons()));
        refused.forEach(node ->
                node.reasons().forEach(unschedulableReason -> helps.addAll(unschedulableReason.resolvingEvents())));
        if (refused.size() < all) {
            counts.merge(UnschedulableReason.NOT_NAMED.text(), all - refused.size(), Integer::sum);
            helps.addAll(UnschedulableReason.NOT_NAMED.resolvingEvents());
        }
        String preemption = pod.scheduling().preempts()
                ? preemption(pod, claims, refused, schedulingState)
                        .map(why -> " preemption: " + counted(all, why))
                        .orElse("")
                : NEVER;
        return new NoFit(counted(all, counts) + preemption, Set.copyOf(helps));
    }

    /// There is no preemption here. Where it would help, the message does not mention it.
    private static Optional<Map<String, Integer>> preemption(
            Pod pod, PodClaims.Usable claims, List<RefusedNode> refused, SchedulingState schedulingState) {
        Map<String, Integer> counts = new TreeMap<>();
        int rest = schedulingState.nodes().size();
        for (RefusedNode node : refused) {
            if (!node.evictable()) {
                continue;
            }
            rest--;
            List<Pod> victims = node.node().pods().stream()
                    .map(NodeInfo.PlacedPod::pod)
                    .filter(other ->
                            other.scheduling().priority() < pod.scheduling().priority())
                    .toList();
            if (victims.isEmpty()) {
                counts.merge(NO_VICTIMS, 1, Integer::sum);
                continue;
            }
            SchedulingState without = schedulingState.without(node.node().name(), victims);
            NodeInfo emptier = node.node().without(victims);
            switch (NodeFit.of(pod, claims, emptier, InterPodAffinity.of(pod, without), without)) {
                case NodeFit.Fits(List<VolumeChoice> _) -> {
                    return Optional.empty();
                }
                case NodeFit.Refused(List<UnschedulableReason> reasons) -> add(counts, reasons);
            }
        }
        if (rest > 0) {
            counts.merge(NOT_HELPFUL, rest, Integer::sum);
        }
        return Optional.of(counts);
    }

    private static void add(Map<String, Integer> counts, Collection<UnschedulableReason> reasons) {
        reasons.forEach(unschedulableReason -> counts.merge(unschedulableReason.text(), 1, Integer::sum));
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
