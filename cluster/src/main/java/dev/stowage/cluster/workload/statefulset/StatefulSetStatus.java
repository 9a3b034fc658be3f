package dev.stowage.cluster.workload.statefulset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.util.function.Predicate;

/// Counts the pods of a set.
final class StatefulSetStatus {

    private StatefulSetStatus() {}

    static ObjectNode of(StatefulSetState state) {
        StatefulSet set = state.set();
        String currentName = state.current().meta().name();
        String updateName = state.update().meta().name();
        int replicas = count(state, pod -> !pod.phase().isEmpty());
        int ready = count(state, PodAvailability::isRunningAndReady);
        int available = count(state, pod -> PodAvailability.isRunningAndReady(pod) && state.isAvailable(pod));
        int current = count(state, pod -> isAt(pod, currentName));
        int updated = count(state, pod -> isAt(pod, updateName));
        boolean complete =
                !set.onDelete() && updated == set.replicas() && ready == set.replicas() && replicas == set.replicas();
        return Json.object()
                .put("observedGeneration", set.generation())
                .put("replicas", replicas)
                .put("readyReplicas", ready)
                .put("availableReplicas", available)
                .put("currentReplicas", complete ? updated : current)
                .put("updatedReplicas", updated)
                .put("currentRevision", complete ? updateName : currentName)
                .put("updateRevision", updateName);
    }

    private static boolean isAt(Pod pod, String revision) {
        return !pod.phase().isEmpty()
                && !pod.isBeingDeleted()
                && StatefulSetState.revision(pod).equals(revision);
    }

    private static int count(StatefulSetState state, Predicate<Pod> which) {
        return Math.toIntExact(state.pods().stream().filter(which).count());
    }
}
