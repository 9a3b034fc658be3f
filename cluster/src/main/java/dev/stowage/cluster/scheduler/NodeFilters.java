package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodScheduling;
import dev.stowage.kube.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a pod asks of a node, volumes aside.
final class NodeFilters {
    private static final Taint CORDON = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule", null);
    private static final long ONE = 1000;

    private NodeFilters() {}

    static List<UnschedulableReason> of(Pod pod, NodeInfo view) {
        PodScheduling placing = pod.scheduling();
        Node node = view.node();
        if (node.unschedulable() && !tolerates(placing, CORDON)) {
            return List.of(UnschedulableReason.CORDONED);
        }
        if (node.taints().stream().anyMatch(taint -> keepsOff(taint) && !tolerates(placing, taint))) {
            return List.of(UnschedulableReason.TAINTED);
        }
        if (!selects(placing, node)) {
            return List.of(UnschedulableReason.NOT_SELECTED);
        }
        if (placing.hostPorts().stream().anyMatch(view.nodeUsage().ports()::contains)) {
            return List.of(UnschedulableReason.PORT_TAKEN);
        }
        return resources(placing.requests(), view);
    }

    static boolean tolerates(PodScheduling placing, Taint taint) {
        return placing.tolerations().stream().anyMatch(toleration -> toleration.tolerates(taint));
    }

    private static boolean keepsOff(Taint taint) {
        return taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
    }

    private static boolean selects(PodScheduling placing, Node node) {
        Map<String, String> labels = node.meta().labels();
        return placing.nodeSelector().entrySet().stream()
                        .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())))
                && (placing.required().isEmpty()
                        || placing.required().stream().anyMatch(term -> term.matches(node.meta())));
    }

    /// All that is short, in the order of names.
    private static List<UnschedulableReason> resources(Map<String, Long> requests, NodeInfo view) {
        List<UnschedulableReason> reasons = new ArrayList<>();
        if ((view.pods().size() + 1) * ONE > view.allocatable("pods")) {
            reasons.add(UnschedulableReason.TOO_MANY_PODS);
        }
        new TreeMap<>(requests).forEach((resource, amount) -> {
            long whole = view.allocatable(resource);
            if (amount > 0 && amount > whole - view.nodeUsage().requested(resource)) {
                reasons.add(UnschedulableReason.insufficient(resource, amount <= whole));
            }
        });
        return reasons;
    }
}
