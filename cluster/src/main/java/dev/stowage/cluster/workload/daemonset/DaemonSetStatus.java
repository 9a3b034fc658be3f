package dev.stowage.cluster.workload.daemonset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.util.List;
import java.util.Map;

/// Counts the eligible nodes of a DaemonSet, and those with an available pod.
final class DaemonSetStatus {

    private DaemonSetStatus() {}

    static ObjectNode of(DaemonSetState state) {
        int wanted = 0;
        int placed = 0;
        int misplaced = 0;
        int ready = 0;
        int available = 0;
        int updated = 0;
        Map<String, List<Pod>> byNode = state.byNode();
        for (Node node : state.nodes()) {
            List<Pod> pods = byNode.getOrDefault(node.meta().name(), List.of());
            if (!NodeEligibility.of(state.set(), node).run()) {
                misplaced += pods.isEmpty() ? 0 : 1;
                continue;
            }
            wanted++;
            if (!pods.isEmpty()) {
                Pod oldest = pods.getFirst();
                placed++;
                ready += oldest.isReady() ? 1 : 0;
                available += state.isAvailable(oldest) ? 1 : 0;
                updated += state.isUpdated(oldest) ? 1 : 0;
            }
        }
        return Json.object()
                .put("observedGeneration", state.set().generation())
                .put("desiredNumberScheduled", wanted)
                .put("currentNumberScheduled", placed)
                .put("numberMisscheduled", misplaced)
                .put("numberReady", ready)
                .put("numberAvailable", available)
                .put("numberUnavailable", wanted - available)
                .put("updatedNumberScheduled", updated);
    }
}
