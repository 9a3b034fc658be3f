package dev.stowage.control.workload.stateful;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.workload.Readiness;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.util.function.Predicate;

/// Counts the pods of a set.
final class StatefulStatus {

    private StatefulStatus() {}

    static ObjectNode of(Scene scene) {
        StatefulSet set = scene.set();
        String currentName = scene.current().meta().name();
        String updateName = scene.update().meta().name();
        int replicas = count(scene, pod -> !pod.phase().isEmpty());
        int ready = count(scene, Readiness::isRunningAndReady);
        int available = count(scene, pod -> Readiness.isRunningAndReady(pod) && scene.isAvailable(pod));
        int current = count(scene, pod -> isAt(pod, currentName));
        int updated = count(scene, pod -> isAt(pod, updateName));
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
                && Scene.revision(pod).equals(revision);
    }

    private static int count(Scene scene, Predicate<Pod> which) {
        return Math.toIntExact(scene.pods().stream().filter(which).count());
    }
}
