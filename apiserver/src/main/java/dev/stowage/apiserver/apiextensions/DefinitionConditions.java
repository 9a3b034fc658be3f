package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The conditions in the status of a definition.
final class DefinitionConditions {
    private DefinitionConditions() {}

    /// @param status `True`, `False` or `Unknown`
    record Condition(String type, String status, String reason, String message) {}

    static Optional<ObjectNode> find(ObjectNode definition, String type) {
        for (JsonNode condition : JsonTree.list(definition, "status", "conditions")) {
            if (condition instanceof ObjectNode object
                    && JsonTree.text(object, "type").equals(type)) {
                return Optional.of(object);
            }
        }
        return Optional.empty();
    }

    static boolean isTrue(ObjectNode definition, String type) {
        return find(definition, type)
                .filter(condition -> JsonTree.text(condition, "status").equals("True"))
                .isPresent();
    }

    /// Whether the condition is already set, ignoring its time.
    static boolean has(ObjectNode definition, Condition condition) {
        return find(definition, condition.type())
                .filter(found -> JsonTree.text(found, "status").equals(condition.status())
                        && JsonTree.text(found, "reason").equals(condition.reason())
                        && JsonTree.text(found, "message").equals(condition.message()))
                .isPresent();
    }

    /// Sets the condition; `lastTransitionTime` changes only when its status does.
    static void set(ObjectNode definition, Condition condition, Instant now) {
        ObjectNode status = JsonTree.ensure(definition, "status");
        ArrayNode conditions =
                status.get("conditions") instanceof ArrayNode array ? array : status.putArray("conditions");
        ObjectNode target = find(definition, condition.type()).orElseGet(conditions::addObject);
        boolean changes = !JsonTree.text(target, "status").equals(condition.status());
        String since = JsonTree.text(target, "lastTransitionTime");
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        target.removeAll();
        target.put("type", condition.type())
                .put("status", condition.status())
                .put("lastTransitionTime", changes || since.isEmpty() ? time : since)
                .put("reason", condition.reason())
                .put("message", condition.message());
    }
}
