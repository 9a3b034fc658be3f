package dev.stowage.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;

/// Table cells that several resources share.
public final class TableCells {
    private static final int SHOWN = 3;

    private TableCells() {}

    /// The text there, or a default if it is empty.
    public static String textOr(String otherwise, JsonNode object, String... path) {
        String text = JsonTree.text(object, path);
        return text.isEmpty() ? otherwise : text;
    }

    public static long number(JsonNode object, String... path) {
        return JsonTree.number(object, path).orElse(0);
    }

    /// One field of each item, joined with commas.
    public static String each(JsonNode list, String field) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(JsonTree.text(item, field)));
        return String.join(",", texts);
    }

    /// The first few of many.
    public static String few(List<String> texts) {
        if (texts.isEmpty()) {
            return "<unset>";
        }
        int more = texts.size() - SHOWN;
        return more <= 0
                ? String.join(",", texts)
                : "%s + %d more...".formatted(String.join(",", texts.subList(0, SHOWN)), more);
    }

    /// Whether a condition of the status holds.
    public static boolean holds(JsonNode object, String condition) {
        for (JsonNode each : JsonTree.list(object, "status", "conditions")) {
            if (JsonTree.text(each, "type").equals(condition)) {
                return JsonTree.text(each, "status").equals("True");
            }
        }
        return false;
    }

    /// The addresses or names of a load balancer, sorted.
    public static String loadBalancer(JsonNode object) {
        List<String> found = new ArrayList<>();
        for (JsonNode ingress : JsonTree.list(object, "status", "loadBalancer", "ingress")) {
            found.add(textOr(JsonTree.text(ingress, "hostname"), ingress, "ip"));
        }
        return String.join(
                ",",
                found.stream()
                        .filter(text -> !text.isEmpty())
                        .distinct()
                        .sorted()
                        .toList());
    }
}
