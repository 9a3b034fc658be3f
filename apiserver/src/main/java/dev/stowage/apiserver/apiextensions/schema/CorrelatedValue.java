package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the previous value of a part of an object: the same field, or the list item with the same keys. Items of
/// other lists have no previous value.
final class CorrelatedValue {
    private static final JsonNode UNKNOWN = MissingNode.getInstance();

    private CorrelatedValue() {}

    static JsonNode value(JsonSchema schema, String key, JsonNode old) {
        return schema.extensions().mapType().equals("atomic") ? UNKNOWN : old.path(key);
    }

    /// The items of an old list by their keys; empty for a list without keys.
    static Map<List<JsonNode>, JsonNode> items(JsonSchema schema, JsonNode old) {
        if (!schema.extensions().listType().equals("map") || !old.isArray()) {
            return Map.of();
        }
        Map<List<JsonNode>, JsonNode> items = HashMap.newHashMap(old.size());
        old.forEach(item -> items.putIfAbsent(keys(schema, item), item));
        return items;
    }

    static JsonNode item(JsonSchema schema, JsonNode item, Map<List<JsonNode>, JsonNode> old) {
        return old.isEmpty() ? UNKNOWN : old.getOrDefault(keys(schema, item), UNKNOWN);
    }

    private static List<JsonNode> keys(JsonSchema schema, JsonNode item) {
        return schema.extensions().listKeys().stream().map(item::path).toList();
    }
}
