package dev.stowage.apiserver.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/// Values in the format of error messages.
public final class ValueDiff {
    private ValueDiff() {}

    /// On one line; null if it is missing.
    public static String value(JsonNode value) {
        return JsonTree.has(value) ? escaped(value.toString()) : "null";
    }

    /// What changed between two values: a unified diff of them, each on its own lines.
    public static String difference(JsonNode before, JsonNode now) {
        return UnifiedDiff.of(lines(before), lines(now));
    }

    /// A map with its keys in order.
    public static JsonNode sorted(JsonNode map) {
        if (!(map instanceof ObjectNode)) {
            return map;
        }
        Map<String, JsonNode> fields = new TreeMap<>();
        map.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        ObjectNode sorted = Json.object();
        fields.forEach(sorted::set);
        return sorted;
    }

    private static String lines(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, "\n", text);
        return text.toString();
    }

    private static void write(JsonNode value, String newline, StringBuilder text) {
        if (value instanceof ObjectNode && !value.isEmpty()) {
            Iterator<Map.Entry<String, JsonNode>> fields = value.properties().iterator();
            text.append('{');
            while (fields.hasNext()) {
                Map.Entry<String, JsonNode> field = fields.next();
                text.append(newline).append(" \"").append(field.getKey()).append("\": ");
                write(field.getValue(), newline + " ", text);
                text.append(fields.hasNext() ? "," : newline + "}");
            }
        } else if (value instanceof ArrayNode && !value.isEmpty()) {
            Iterator<JsonNode> items = value.iterator();
            text.append('[');
            while (items.hasNext()) {
                text.append(newline).append(' ');
                write(items.next(), newline + " ", text);
                text.append(items.hasNext() ? "," : newline + "]");
            }
        } else {
            text.append(value(value));
        }
    }

    /// Escaped for HTML, as Go's JSON encoder does by default.
    private static String escaped(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}
