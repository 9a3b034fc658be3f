package dev.stowage.node.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.node.run.ContainerSpec.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The conditions in the status of a pod that its node answers for.
final class PodConditions {
    private final PodView view;
    private final String phase;
    private final Map<String, ObjectNode> containers;
    private final ArrayNode conditions;

    /// A condition does not hold, and why.
    private record Verdict(boolean holds, String reason, String message) {
        static final Verdict TRUE = new Verdict(true, "", "");

        static Verdict no(String reason, String message) {
            return new Verdict(false, reason, message);
        }
    }

    private PodConditions(PodView view, String phase, Map<String, ObjectNode> containers, ArrayNode conditions) {
        this.view = view;
        this.phase = phase;
        this.containers = containers;
        this.conditions = conditions;
    }

    /// @param containers their statuses, by name
    static void write(PodView view, String phase, Map<String, ObjectNode> containers, ArrayNode conditions) {
        var writing = new PodConditions(view, phase, containers, conditions);
        Verdict ready = writing.containersReady();
        writing.add("PodReadyToStartContainers", writing.prepared());
        writing.add("Initialized", writing.initialized());
        writing.add("Ready", ready.holds() ? writing.gates() : ready);
        writing.add("ContainersReady", ready);
        writing.scheduled();
    }

    private boolean isTerminal() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    private Verdict prepared() {
        var place = view.place();
        return new Verdict(place != null && place.ready() && !isTerminal(), "", "");
    }

    private Verdict initialized() {
        if (phase.equals("Succeeded")) {
            return new Verdict(true, "PodCompleted", "");
        }
        List<String> incomplete = view.isInitialized()
                ? List.of()
                : names(spec -> (spec.part() == Part.INIT && !is(spec, "ready"))
                        || (spec.part() == Part.SIDECAR && !is(spec, "started")));
        return incomplete.isEmpty()
                ? Verdict.TRUE
                : Verdict.no("ContainersNotInitialized", "containers with incomplete status: " + shown(incomplete));
    }

    private Verdict containersReady() {
        if (phase.equals("Succeeded")) {
            return Verdict.no("PodCompleted", "");
        }
        if (phase.equals("Failed")) {
            return Verdict.no("PodFailed", "");
        }
        List<String> unready = names(spec -> spec.part() != Part.INIT && !is(spec, "ready"));
        return unready.isEmpty()
                ? Verdict.TRUE
                : Verdict.no("ContainersNotReady", "containers with unready status: " + shown(unready));
    }

    private Verdict gates() {
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
        return closed.isEmpty() ? Verdict.TRUE : Verdict.no("ReadinessGatesNotReady", String.join(", ", closed));
    }

    /// The scheduler says it; a pod that was given to the node by somebody else has nobody who did.
    private void scheduled() {
        if (known("PodScheduled").isMissingNode()) {
            add("PodScheduled", Verdict.TRUE);
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

    private void add(String type, Verdict verdict) {
        String status = verdict.holds() ? "True" : "False";
        JsonNode before = known(type);
        boolean same = before.path("status").asText("").equals(status)
                && !before.path("lastTransitionTime").asText("").isEmpty();
        ObjectNode condition = conditions.addObject().put("type", type).put("status", status);
        // A patch merges conditions: what is not taken away stays.
        condition.put("reason", verdict.reason().isEmpty() ? null : verdict.reason());
        condition.put("message", verdict.message().isEmpty() ? null : verdict.message());
        condition.put(
                "lastTransitionTime",
                same ? before.path("lastTransitionTime").asText() : ContainerStatus.shown(view.now()));
        if (view.generation() > 0) {
            condition.put("observedGeneration", view.generation());
        }
    }
}
