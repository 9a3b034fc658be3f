package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/// RFC 7386. A null removes, an object is merged into an object, any other value replaces.
final class MergePatch {
    private MergePatch() {}

    static ObjectNode apply(ObjectNode change, ObjectNode current) {
        ObjectNode result = current.deepCopy();
        lay(change, result);
        return result;
    }

    private static void lay(ObjectNode change, ObjectNode onto) {
        for (Map.Entry<String, JsonNode> field : change.properties()) {
            String key = field.getKey();
            JsonNode value = field.getValue();
            if (value.isNull()) {
                onto.remove(key);
                continue;
            }
            if (onto.get(key) instanceof ObjectNode below) {
                if (value instanceof ObjectNode object) {
                    lay(object, below);
                } else {
                    onto.set(key, value);
                }
            } else {
                withoutNulls(value);
                onto.set(key, value);
            }
        }
    }

    /// Fields only: a null that is an item of a list stays.
    static void withoutNulls(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
            object.forEach(MergePatch::withoutNulls);
        } else if (value instanceof ArrayNode list) {
            list.forEach(MergePatch::withoutNulls);
        }
    }
}
