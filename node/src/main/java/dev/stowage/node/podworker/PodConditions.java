package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.node.podworker.ContainerSpec.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The conditions of a pod that its node sets.
final class PodConditions {
    private final PodState view;
    private final String phase;
    private final Map<String, ObjectNode> containers;
    private final ArrayNode conditions;

    /// A condition does not hold, and why.
    private record ConditionStatus(boolean holds, String reason, String message) {
        static final ConditionStatus TRUE = new ConditionStatus(true, "", "");

        static ConditionStatus no(String reason, String message) {
            return new ConditionStatus(false, reason, message);
        }
    }

    private PodConditions(PodState view, String phase, Map<String, ObjectNode> containers, ArrayNode conditions) {
        this.view = view;
        this.phase = phase;
        this.containers = containers;
        this.conditions = conditions;
    }

    /// @param containers their statuses, by name
    static void write(PodState view, String phase, Map<String, ObjectNode> containers, ArrayNode conditions) {
        var writing = new PodConditions(view, phase, containers, conditions);
        ConditionStatus ready = writing.containersReady();
        writing.add("PodReadyToStartContainers", writing.prepared());
        writing.add("Initialized", writing.initialized());
        writing.add("Ready", ready.holds() ? writing.gates() : ready);
        writing.add("ContainersReady", ready);
        writing.scheduled();
    }

    private boolean isTerminal() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    private ConditionStatus prepared() {
        var place = view.sandbox();
        return new ConditionStatus(place != null && place.ready() && !isTerminal(), "", "");
    }

    private ConditionStatus initialized() {
        if (phase.equals("Succeeded")) {
            return new ConditionStatus(true, "PodCompleted", "");
        }
        List<String> incomplete = view.isInitialized()
                ? List.of()
                : names(spec -> (spec.part() == Part.INIT && !is(spec, "ready"))
                        || (spec.part() == Part.SIDECAR && !is(spec, "started")));
        return incomplete.isEmpty()
                ? ConditionStatus.TRUE
                : ConditionStatus.no(
                        "ContainersNotInitialized", "containers with incomplete status: " + shown(incomplete));
    }

    private ConditionStatus containersReady() {
        if (phase.equals("Succeeded")) {
            return ConditionStatus.no("PodCompleted", "");
        }
        if (phase.equals("Failed")) {
            return ConditionStatus.no("PodFailed", "");
        }
        List<String> unready =
                names(spec -> (spec.part() == Part.MAIN || spec.part() == Part.SIDECAR) && !is(spec, "ready"));
        return unready.isEmpty()
                ? ConditionStatus.TRUE
                : ConditionStatus.no("ContainersNotReady", "containers with unready status: " + shown(unready));
    }

    private ConditionStatus gates() {
        var closed = new ArrayList<String>();
        for (JsonNode gate : view.pod().spec().path("readinessGates")) {
            String type = gate.path("conditionType").asText("");
            JsonNode condition = known(type);
            String status = condition.path("status").asText("");
            if (condition.isMissingNode()) {
                closed.add("corresponding condition of pod readiness gate \"" + type + "\" does not exist.");
            } else if (!status.equals("True")) {
                closed.add("the status of pod readiness gate \"" + type + "\" is not \"True\", but " + status);
            }
        }
        return closed.isEmpty()
                ? ConditionStatus.TRUE
                : ConditionStatus.no("ReadinessGatesNotReady", String.join(", ", closed));
    }

    /// The scheduler sets it; a pod that was assigned in another way has no such condition.
    private void scheduled() {
        if (known("PodScheduled").isMissingNode()) {
            add("PodScheduled", ConditionStatus.TRUE);
        }
    }

    private List<String> names(Predicate<ContainerSpec> which) {
        return view.specs().stream().filter(which).map(ContainerSpec::name).toList();
    }

    private boolean is(ContainerSpec spec, String field) {
        ObjectNode status = containers.get(spec.name());
        return status != null && status.path(field).asBoolean();
    }

    private static String shown(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private JsonNode known(String type) {
        for (JsonNode condition : view.pod().status().path("conditions")) {
            if (condition.path("type").asText("").equals(type)) {
                return condition;
            }
        }
        return MissingNode.getInstance();
    }

    private void add(String type, ConditionStatus conditionStatus) {
        String status = conditionStatus.holds() ? "True" : "False";
        JsonNode before = known(type);
        boolean same = before.path("status").asText("").equals(status)
                && !before.path("lastTransitionTime").asText("").isEmpty();
        ObjectNode condition = conditions.addObject().put("type", type).put("status", status);
        // A patch merges conditions, so a field must be removed explicitly.
        condition.put("reason", conditionStatus.reason().isEmpty() ? null : conditionStatus.reason());
        condition.put("message", conditionStatus.message().isEmpty() ? null : conditionStatus.message());
        condition.put(
                "lastTransitionTime",
                same ? before.path("lastTransitionTime").asText() : ContainerStatus.format(view.now()));
        if (view.generation() > 0) {
            condition.put("observedGeneration", view.generation());
        }
    }
}
