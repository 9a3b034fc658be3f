package dev.stowage.apiserver.group;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Tree;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Selectors of labels as text.
public final class Selectors {
    private Selectors() {}

    /// Of a selector with `matchLabels` and `matchExpressions`; empty when it selects everything.
    public static String text(JsonNode selector) {
        Map<String, String> parts = new TreeMap<>();
        Tree.texts(selector, "matchLabels").forEach((key, value) -> parts.put(key, key + "=" + value));
        for (JsonNode expression : Tree.list(selector, "matchExpressions")) {
            String key = Tree.text(expression, "key");
            parts.merge(key, requirement(key, expression), (one, other) -> one + "," + other);
        }
        return String.join(",", parts.values());
    }

    private static String requirement(String key, JsonNode expression) {
        TreeSet<String> values = new TreeSet<>();
        Tree.list(expression, "values").forEach(value -> values.add(value.asText()));
        String set = "(" + String.join(",", values) + ")";
        return switch (Tree.text(expression, "operator")) {
            case "In" -> key + " in " + set;
            case "NotIn" -> key + " notin " + set;
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }

    /// Whether labels are among those that a selector selects.
    public static boolean matches(JsonNode selector, Map<String, String> labels) {
        for (Map.Entry<String, String> wanted :
                Tree.texts(selector, "matchLabels").entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        for (JsonNode expression : Tree.list(selector, "matchExpressions")) {
            String value = labels.get(Tree.text(expression, "key"));
            boolean listed = false;
            for (JsonNode each : Tree.list(expression, "values")) {
                listed |= each.asText().equals(value);
            }
            boolean holds = switch (Tree.text(expression, "operator")) {
                case "In" -> listed;
                case "NotIn" -> !listed;
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                default -> false;
            };
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    /// As a cell shows it.
    public static String shown(JsonNode selector) {
        return orNone(text(selector));
    }

    /// Of a plain map, such as labels.
    public static String pairs(JsonNode map) {
        Map<String, String> sorted = new TreeMap<>(Tree.texts(map));
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
