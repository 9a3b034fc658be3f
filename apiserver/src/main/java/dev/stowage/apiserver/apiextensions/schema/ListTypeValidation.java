package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import java.util.HashMap;
import java.util.Map;

/// Lists of type set or map must not have duplicate items.
public final class ListTypeValidation {
    private ListTypeValidation() {}

    public static void validate(JsonSchema schema, JsonNode value, String path, FieldErrors fieldErrors) {
        if (value.isObject()) {
            value.properties().forEach(field -> {
                String key = field.getKey();
                JsonSchema property = schema.properties().get(key);
                if (property != null) {
                    String name = path.isEmpty() ? key : path + "." + key;
                    validate(property, field.getValue(), name, fieldErrors);
                } else if (schema.additional().isPresent()) {
                    String name = path + "[" + FieldErrors.shortened(key) + "]";
                    validate(schema.additional().get(), field.getValue(), name, fieldErrors);
                }
            });
        }
        if (value.isArray()) {
            switch (schema.extensions().listType()) {
                case "set" -> unique(value, path, fieldErrors);
                case "map" -> keyed(schema, value, path, fieldErrors);
                default -> {}
            }
            if (schema.items().isPresent()) {
                for (int i = 0; i < value.size(); i++) {
                    validate(schema.items().get(), value.get(i), path + "[" + i + "]", fieldErrors);
                }
            }
        }
    }

    private static void keyed(JsonSchema schema, JsonNode list, String path, FieldErrors fieldErrors) {
        var keys = Json.list();
        for (int i = 0; i < list.size(); i++) {
            JsonNode item = list.get(i);
            if (!item.isObject() && !item.isNull()) {
                fieldErrors.invalid(
                        path + "[" + i + "]",
                        JsonValueText.value(item),
                        "must be an object for an array of list-type map");
                return;
            }
            ObjectNode key = keys.addObject();
            for (String name : schema.extensions().listKeys()) {
                if (item.has(name)) {
                    key.set(name, item.get(name));
                }
            }
        }
        unique(keys, path, fieldErrors);
    }

    /// An item that occurs three times is reported once.
    private static void unique(JsonNode items, String path, FieldErrors fieldErrors) {
        Map<JsonNode, Integer> times = HashMap.newHashMap(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (times.merge(items.get(i), 1, Integer::sum) == 2) {
                fieldErrors.duplicate(path + "[" + i + "]", JsonValueText.value(items.get(i)));
            }
        }
    }
}
