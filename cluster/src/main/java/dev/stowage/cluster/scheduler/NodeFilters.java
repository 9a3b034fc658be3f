package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.TaintEffect;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodScheduling;
import dev.stowage.kube.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a pod requires of a node, except volumes.
final class NodeFilters {
    private static final Taint CORDON = new Taint(NodeKeys.UNSCHEDULABLE, "", TaintEffect.NO_SCHEDULE, null);
    private static final long ONE = 1000;

    private NodeFilters() {}

    static List<UnschedulableReason> of(Pod pod, NodeInfo info) {
        PodScheduling placing = pod.scheduling();
        Node node = info.node();
        if (node.unschedulable() && !tolerates(placing, CORDON)) {
            return List.of(UnschedulableReason.CORDONED);
        }
        if (node.taints().stream().anyMatch(taint -> keepsOff(taint) && !tolerates(placing, taint))) {
            return List.of(UnschedulableReason.TAINTED);
        }
        if (!selects(placing, node)) {
            return List.of(UnschedulableReason.NOT_SELECTED);
        }
        if (placing.hostPorts().stream().anyMatch(info.nodeUsage().ports()::contains)) {
            return List.of(UnschedulableReason.PORT_TAKEN);
        }
        return resources(placing.requests(), info);
    }

    static boolean tolerates(PodScheduling placing, Taint taint) {
        return placing.tolerations().stream().anyMatch(toleration -> toleration.tolerates(taint));
    }

    private static boolean keepsOff(Taint taint) {
        return taint.effect().equals(TaintEffect.NO_SCHEDULE) || taint.effect().equals(TaintEffect.NO_EXECUTE);
    }

    private static boolean selects(PodScheduling placing, Node node) {
        Map<String, String> labels = node.meta().labels();
        return placing.nodeSelector().entrySet().stream()
                        .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())))
                && (placing.required().isEmpty()
                        || placing.required().stream().anyMatch(term -> term.matches(node.meta())));
    }

    /// All insufficient resources, by name.
    private static List<UnschedulableReason> resources(Map<String, Long> requests, NodeInfo info) {
        List<UnschedulableReason> reasons = new ArrayList<>();
        if ((info.pods().size() + 1) * ONE > info.allocatable("pods")) {
            reasons.add(UnschedulableReason.TOO_MANY_PODS);
        }
        new TreeMap<>(requests).forEach((resource, amount) -> {
            long whole = info.allocatable(resource);
            if (amount > 0 && amount > whole - info.nodeUsage().requested(resource)) {
                reasons.add(UnschedulableReason.insufficient(resource, amount <= whole));
            }
        });
        return reasons;
    }
}
