package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import java.util.HashMap;
import java.util.Map;

/// Lists that are sets or maps have no item twice.
final class ListTypes {
    private ListTypes() {}

    static void validate(JsonSchema schema, JsonNode value, String path, Problems problems) {
        if (value.isObject()) {
            value.properties().forEach(field -> {
                String key = field.getKey();
                JsonSchema property = schema.properties().get(key);
                if (property != null) {
                    String name = path.isEmpty() ? key : path + "." + key;
                    validate(property, field.getValue(), name, problems);
                } else if (schema.additional().isPresent()) {
                    validate(schema.additional().get(), field.getValue(), path + "[" + key + "]", problems);
                }
            });
        }
        if (value.isArray()) {
            switch (schema.extensions().listType()) {
                case "set" -> unique(value, path, problems);
                case "map" -> keyed(schema, value, path, problems);
                default -> {}
            }
            if (schema.items().isPresent()) {
                for (int i = 0; i < value.size(); i++) {
                    validate(schema.items().get(), value.get(i), path + "[" + i + "]", problems);
                }
            }
        }
    }

    private static void keyed(JsonSchema schema, JsonNode list, String path, Problems problems) {
        var keys = Json.list();
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.get(i);
            if (!item.isObject() && !item.isNull()) {
                problems.invalid(
                        path + "[" + i + "]", Shown.value(item), "must be an object for an array of list-type map");
                return;
            }
            ObjectNode key = keys.addObject();
            for (String name : schema.extensions().listKeys()) {
                if (item.has(name)) {
                    key.set(name, item.get(name));
                }
            }
        }
        unique(keys, path, problems);
    }

    /// An item that is there three times is told once.
    private static void unique(JsonNode items, String path, Problems problems) {
        Map<JsonNode, Integer> times = HashMap.newHashMap(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (times.merge(items.get(i), 1, Integer::sum) == 2) {
                problems.duplicate(path + "[" + i + "]", Shown.value(items.get(i)));
            }
        }
    }
}
