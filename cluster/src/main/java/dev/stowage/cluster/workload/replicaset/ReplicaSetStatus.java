package dev.stowage.cluster.workload.replicaset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.cluster.workload.StatusConditions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Counts the pods of a set.
final class ReplicaSetStatus {
    private static final String FAILURE = "ReplicaFailure";

    private ReplicaSetStatus() {}

    /// @param failure why not all actions were executed
    static ObjectNode of(ReplicaSet set, Collection<Pod> pods, Optional<String> failure, Instant now) {
        List<Pod> active = pods.stream().filter(ReplicaSetDecision::isActive).toList();
        var conditions = new StatusConditions(set.status());
        if (failure.isEmpty()) {
            conditions.remove(FAILURE);
        } else if (conditions.find(FAILURE).isEmpty()) {
            String reason = active.size() < set.replicas() ? "FailedCreate" : "FailedDelete";
            conditions.set(FAILURE, "True", reason, failure.get(), now);
        }
        ObjectNode status = Json.object()
                .put("observedGeneration", set.generation())
                .put("replicas", active.size())
                .put(
                        "fullyLabeledReplicas",
                        active.stream().filter(pod -> isFullyLabeled(set, pod)).count())
                .put("readyReplicas", active.stream().filter(Pod::isReady).count())
                .put(
                        "availableReplicas",
                        active.stream()
                                .filter(pod -> PodAvailability.isAvailable(pod, set.minReadySeconds(), now))
                                .count())
                .put(
                        "terminatingReplicas",
                        pods.stream()
                                .filter(pod -> pod.isBeingDeleted() && !pod.isOver())
                                .count());
        status.set("conditions", conditions.list());
        return status;
    }

    private static boolean isFullyLabeled(ReplicaSet set, Pod pod) {
        return set.template().path("metadata").path("labels").properties().stream()
                .allMatch(label ->
                        label.getValue().asText("").equals(pod.meta().labels().get(label.getKey())));
    }
}
