package dev.stowage.control.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What is written about a pod itself.
final class Telling {
    static final String UNSCHEDULABLE = "Unschedulable";
    static final String ERROR = "SchedulerError";
    private static final String CONDITION = "PodScheduled";
    private static final int LONGEST = 1024;
    private static final String MORE = " ...";

    private Telling() {}

    static List<Act> binding(Pod pod, String node) {
        ObjectNode binding = Json.object().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace())
                .put("uid", pod.meta().uid());
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
        return List.of(
                new Act.Send<>(Kinds.PODS, pod, "binding", binding),
                Act.Tell.normal(pod.reference(), "Scheduled", "Successfully assigned " + pod.key() + " to " + node));
    }

    /// Nothing when the pod says so already: the same news again would only be noise.
    static List<Act> failure(Pod pod, String reason, String message, Instant now) {
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
                new Act.Change<>(
                        Kinds.PODS, pod, Patch.strategic(change).status().onlyIfUnchanged(pod)),
                Act.Tell.warning(pod.reference(), "FailedScheduling", shortened(message)));
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST ? message : message.substring(0, LONGEST - MORE.length()) + MORE;
    }
}
