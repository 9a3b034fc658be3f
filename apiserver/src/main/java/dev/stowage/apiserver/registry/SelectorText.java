package dev.stowage.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Label selectors as text.
public final class SelectorText {
    private SelectorText() {}

    /// The text of a selector with `matchLabels` and `matchExpressions`; empty if it selects everything.
    public static String text(JsonNode selector) {
        Map<String, String> parts = new TreeMap<>();
        JsonTree.texts(selector, "matchLabels").forEach((key, value) -> parts.put(key, key + "=" + value));
        for (JsonNode expression : JsonTree.list(selector, "matchExpressions")) {
            String key = JsonTree.text(expression, "key");
            parts.merge(key, requirement(key, expression), (one, other) -> one + "," + other);
        }
        return String.join(",", parts.values());
    }

    private static String requirement(String key, JsonNode expression) {
        TreeSet<String> values = new TreeSet<>();
        JsonTree.list(expression, "values").forEach(value -> values.add(value.asText()));
        String set = "(" + String.join(",", values) + ")";
        return switch (JsonTree.text(expression, "operator")) {
            case "In" -> key + " in " + set;
            case "NotIn" -> key + " notin " + set;
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }

    /// As in a table cell.
    public static String shown(JsonNode selector) {
        return orNone(text(selector));
    }

    /// The text of a map, such as labels.
    public static String pairs(JsonNode map) {
        Map<String, String> sorted = new TreeMap<>(JsonTree.texts(map));
        return String.join(
                ",",
                sorted.entrySet().stream()
                        .map(pair -> pair.getKey() + "=" + pair.getValue())
                        .toList());
    }

    public static String shownPairs(JsonNode map) {
        return orNone(pairs(map));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }
}
