package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonEquality;
import dev.stowage.apiserver.json.JsonTree;
import java.util.Map;
import java.util.Set;

/// Detects writes that change nothing besides the times in `managedFields`.
final class UnchangedWrite {
    private UnchangedWrite() {}

    static boolean is(ObjectNode object, ObjectNode old) {
        JsonNode metadata = object.path("metadata");
        JsonNode before = old.path("metadata");
        return same(object, old, Set.of("metadata"))
                && same(metadata, before, Set.of("resourceVersion", "managedFields"))
                && sameOwners(JsonTree.list(metadata, "managedFields"), JsonTree.list(before, "managedFields"));
    }

    private static boolean sameOwners(JsonNode now, JsonNode before) {
        if (now.size() != before.size()) {
            return false;
        }
        for (int i = 0; i < now.size(); i++) {
            if (!same(now.get(i), before.get(i), Set.of("time"))) {
                return false;
            }
        }
        return true;
    }

    /// Whether two objects are equal without some fields.
    private static boolean same(JsonNode one, JsonNode other, Set<String> without) {
        ObjectNode rest = Json.object();
        other.properties().forEach(field -> rest.set(field.getKey(), field.getValue()));
        rest.remove(without);
        for (Map.Entry<String, JsonNode> field : one.properties()) {
            if (!without.contains(field.getKey())) {
                JsonNode value = rest.remove(field.getKey());
                if (value == null || !JsonEquality.same(field.getValue(), value)) {
                    return false;
                }
            }
        }
        return rest.isEmpty();
    }
}
