package dev.stowage.cluster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// The writes to the pod itself.
final class PodActions {
    static final String UNSCHEDULABLE = "Unschedulable";
    static final String ERROR = "SchedulerError";
    private static final String CONDITION = "PodScheduled";
    private static final int LONGEST = 1024;
    private static final String MORE = " ...";

    private PodActions() {}

    static List<ClusterAction> binding(Pod pod, String node) {
        ObjectNode binding = Json.object().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace())
                .put("uid", pod.meta().uid());
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
        return List.of(
                new ClusterAction.PostSubresource<>(Kinds.PODS, pod, "binding", binding),
                ClusterAction.RecordEvent.normal(
                        pod.reference(), "Scheduled", "Successfully assigned " + pod.key() + " to " + node));
    }

    /// Nothing when the pod already has the condition: repeating it would be noise.
    static List<ClusterAction> failure(Pod pod, String reason, String message, Instant now) {
        Optional<StatusCondition> before = pod.conditions().stream()
                .filter(condition -> condition.type().equals(CONDITION))
                .findFirst();
        boolean failedBefore =
                before.filter(condition -> condition.status().equals("False")).isPresent();
        if (failedBefore
                && before.get().reason().equals(reason)
                && before.get().message().equals(message)) {
            return List.of();
        }
        Instant since = before.map(StatusCondition::lastTransitionTime).orElse(null);
        Instant changed = failedBefore && since != null ? since : now.truncatedTo(ChronoUnit.SECONDS);
        ObjectNode change = Json.object();
        new StatusCondition(CONDITION, "False", reason, message, null, changed)
                .writeTo(change.putObject("status").putArray("conditions").addObject());
        return List.of(
                new ClusterAction.PatchObject<>(
                        Kinds.PODS, pod, Patch.strategic(change).status().onlyIfUnchanged(pod)),
                ClusterAction.RecordEvent.warning(
                        pod.reference(), VolumeEventReasons.FAILED_SCHEDULING, shortened(message)));
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST ? message : message.substring(0, LONGEST - MORE.length()) + MORE;
    }
}
