package dev.stowage.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A path into a tree, in the part of JSONPath that kubectl and definitions use: fields, indices, slices,
/// `*`, `..`, filters such as `[?(@.type=="Ready")]`. A step that is missing leads nowhere.
public final class JsonPath {
    private static final int MOST_RESULTS = 10_000;

    private final List<Selector> steps;

    JsonPath(List<Selector> steps) {
        this.steps = List.copyOf(steps);
    }

    /// From each of some nodes to others.
    sealed interface Selector {}

    record Field(String name) implements Selector {}

    /// @param from counted from the end when negative, as `to`
    /// @param to behind the last; [Integer#MAX_VALUE] for all
    record Slice(int from, int to, int every) implements Selector {}

    record All() implements Selector {}

    /// Itself and everything below it.
    record Below() implements Selector {}

    /// @param path from the item to what is compared
    /// @param operator empty to check only whether there is a value
    record Filter(JsonPath path, String operator, JsonNode value) implements Selector {}

    public List<JsonNode> find(JsonNode root) {
        List<JsonNode> found = List.of(root);
        for (Selector selector : steps) {
            List<JsonNode> next = new ArrayList<>();
            found.forEach(node -> take(selector, node, next));
            found = next;
        }
        return found;
    }

    private static void take(Selector selector, JsonNode node, List<JsonNode> next) {
        if (next.size() > MOST_RESULTS) {
            return;
        }
        switch (selector) {
            case Field field -> {
                if (node.has(field.name())) {
                    next.add(node.get(field.name()));
                }
            }
            case All() -> node.forEach(next::add);
            case Below() -> below(node, next);
            case Slice slice -> slice(slice, node, next);
            case Filter filter -> {
                for (JsonNode item : node) {
                    if (holds(filter, item)) {
                        next.add(item);
                    }
                }
            }
        }
    }

    private static void below(JsonNode node, List<JsonNode> next) {
        if (next.size() <= MOST_RESULTS) {
            next.add(node);
            node.forEach(child -> below(child, next));
        }
    }

    private static void slice(Slice slice, JsonNode node, List<JsonNode> next) {
        if (!node.isArray()) {
            return;
        }
        int size = node.size();
        int from = slice.from() < 0 ? slice.from() + size : slice.from();
        int to = slice.to() < 0 ? slice.to() + size : Math.min(slice.to(), size);
        for (int i = Math.max(from, 0); i < to; i += slice.every()) {
            next.add(node.get(i));
        }
    }

    private static boolean holds(Filter filter, JsonNode item) {
        List<JsonNode> found = filter.path().find(item);
        if (filter.operator().isEmpty()) {
            return !found.isEmpty();
        }
        if (found.isEmpty()) {
            return false;
        }
        JsonNode one = found.getFirst();
        JsonNode other = filter.value();
        boolean numbers = one.isNumber() && other.isNumber();
        int order = numbers
                ? one.decimalValue().compareTo(other.decimalValue())
                : one.asText().compareTo(other.asText());
        return switch (filter.operator()) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }
}
