package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The conditions in the status of a definition.
final class Conditions {
    private Conditions() {}

    /// @param status `True`, `False` or `Unknown`
    record Condition(String type, String status, String reason, String message) {}

    static Optional<ObjectNode> find(ObjectNode definition, String type) {
        for (JsonNode condition : Tree.list(definition, "status", "conditions")) {
            if (condition instanceof ObjectNode object
                    && Tree.text(object, "type").equals(type)) {
                return Optional.of(object);
            }
        }
        return Optional.empty();
    }

    static boolean isTrue(ObjectNode definition, String type) {
        return find(definition, type)
                .filter(condition -> Tree.text(condition, "status").equals("True"))
                .isPresent();
    }

    /// Whether it is there already, apart from its time.
    static boolean has(ObjectNode definition, Condition condition) {
        return find(definition, condition.type())
                .filter(found -> Tree.text(found, "status").equals(condition.status())
                        && Tree.text(found, "reason").equals(condition.reason())
                        && Tree.text(found, "message").equals(condition.message()))
                .isPresent();
    }

    /// Sets it; its time moves only when its status changes.
    static void set(ObjectNode definition, Condition condition, Instant now) {
        ObjectNode status = Tree.ensure(definition, "status");
        ArrayNode conditions =
                status.get("conditions") instanceof ArrayNode array ? array : status.putArray("conditions");
        ObjectNode target = find(definition, condition.type()).orElseGet(conditions::addObject);
        boolean changes = !Tree.text(target, "status").equals(condition.status());
        String since = Tree.text(target, "lastTransitionTime");
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        target.removeAll();
        target.put("type", condition.type())
                .put("status", condition.status())
                .put("lastTransitionTime", changes || since.isEmpty() ? time : since)
                .put("reason", condition.reason())
                .put("message", condition.message());
    }
}
