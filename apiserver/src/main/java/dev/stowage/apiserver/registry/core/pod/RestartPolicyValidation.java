package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import java.util.Optional;

/// Checks that status updates restart only containers whose policy allows it.
final class RestartPolicyValidation {
    private RestartPolicyValidation() {}

    /// Whether any container has a rule that restarts all containers of the pod.
    static boolean mayRestartAll(JsonNode spec) {
        for (String list : new String[] {"initContainers", "containers"}) {
            for (JsonNode container : JsonTree.list(spec, list)) {
                for (JsonNode rule : JsonTree.list(container, "restartPolicyRules")) {
                    if (JsonTree.text(rule, "action").equals("RestartAllContainers")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// @param statuses the list in the status
    /// @param containers the list in the spec; empty for containers that are never restarted
    static void validate(
            String statuses, JsonNode status, JsonNode old, JsonNode spec, String containers, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode before : JsonTree.list(old, statuses)) {
            String path = "status.%s[%d].state".formatted(statuses, i++);
            String name = JsonTree.text(before, "name");
            if (JsonTree.has(before, "state", "terminated")
                    && runs(find(status, statuses, name))
                    && !mayRestart(
                            spec, containers, name, TableCells.number(before, "state", "terminated", "exitCode"))) {
                fieldErrors.forbidden(path, "may not be transitioned to non-terminated state");
            }
        }
    }

    private static boolean runs(Optional<JsonNode> status) {
        return status.filter(now -> !JsonTree.has(now, "state", "terminated")).isPresent();
    }

    private static Optional<JsonNode> find(JsonNode parent, String list, String name) {
        for (JsonNode each : JsonTree.list(parent, list)) {
            if (JsonTree.text(each, "name").equals(name)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    private static boolean mayRestart(JsonNode spec, String containers, String name, long exitCode) {
        return find(spec, containers, name)
                .filter(container -> mayRestart(container, spec, exitCode))
                .isPresent();
    }

    private static boolean mayRestart(JsonNode container, JsonNode spec, long exitCode) {
        String own = JsonTree.text(container, "restartPolicy");
        if (!own.isEmpty() && hasRuleFor(container, exitCode)) {
            return true;
        }
        return switch (own.isEmpty() ? JsonTree.text(spec, "restartPolicy") : own) {
            case "Never" -> false;
            case "OnFailure" -> exitCode != 0;
            default -> true;
        };
    }

    private static boolean hasRuleFor(JsonNode container, long exitCode) {
        for (JsonNode rule : JsonTree.list(container, "restartPolicyRules")) {
            boolean listed = false;
            for (JsonNode value : JsonTree.list(rule, "exitCodes", "values")) {
                listed |= value.asLong() == exitCode;
            }
            if (listed == JsonTree.text(rule, "exitCodes", "operator").equals("In")) {
                return true;
            }
        }
        return false;
    }
}
