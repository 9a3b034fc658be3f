package dev.stowage.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A path into a tree, in the part of JSONPath that kubectl and definitions use: fields, indices, slices,
/// `*`, `..`, filters such as `[?(@.type=="Ready")]`. A missing step has no result.
public final class JsonPath {
    private static final int MOST_RESULTS = 10_000;
    /// For a search with all its filters. Filters inside filters would otherwise multiply.
    private static final int MOST_VISITS = 500_000;

    private final List<Selector> steps;

    JsonPath(List<Selector> steps) {
        this.steps = List.copyOf(steps);
    }

    /// One step of the path, from nodes to other nodes.
    sealed interface Selector {}

    record Field(String name) implements Selector {}

    /// @param from counted from the end when negative, as `to`
    /// @param to the end, exclusive; [Integer#MAX_VALUE] for all
    record Slice(int from, int to, int every) implements Selector {}

    record All() implements Selector {}

    /// Itself and everything below it.
    record Below() implements Selector {}

    /// @param path from the item to what is compared
    /// @param operator empty to check only whether there is a value
    record Filter(JsonPath path, String operator, JsonNode value) implements Selector {}

    /// What is found within a bound; a search that takes too long finds less.
    public List<JsonNode> find(JsonNode root) {
        return find(root, new Visits());
    }

    private List<JsonNode> find(JsonNode root, Visits visits) {
        List<JsonNode> found = List.of(root);
        for (Selector selector : steps) {
            List<JsonNode> next = new ArrayList<>();
            found.forEach(node -> take(selector, node, next, visits));
            found = next;
        }
        return found;
    }

    /// The nodes that a search has read.
    private static final class Visits {
        private int count;

        boolean isOver(int more) {
            count += Math.min(more, MOST_VISITS) + 1;
            return count > MOST_VISITS;
        }
    }

    private static void take(Selector selector, JsonNode node, List<JsonNode> next, Visits visits) {
        boolean single = selector instanceof Field;
        if (next.size() > MOST_RESULTS || visits.count > MOST_VISITS || visits.isOver(single ? 0 : node.size())) {
            return;
        }
        switch (selector) {
            case Field field -> {
                if (node.has(field.name())) {
                    next.add(node.get(field.name()));
                }
            }
            case All() -> node.forEach(next::add);
            case Below() -> below(node, next, visits);
            case Slice slice -> slice(slice, node, next);
            case Filter filter -> {
                for (JsonNode item : node) {
                    if (holds(filter, item, visits)) {
                        next.add(item);
                    }
                }
            }
        }
    }

    private static void below(JsonNode node, List<JsonNode> next, Visits visits) {
        if (next.size() <= MOST_RESULTS && !visits.isOver(0)) {
            next.add(node);
            node.forEach(child -> below(child, next, visits));
        }
    }

    private static void slice(Slice slice, JsonNode node, List<JsonNode> next) {
        if (!node.isArray()) {
            return;
        }
        int size = node.size();
        int from = slice.from() < 0 ? slice.from() + size : slice.from();
        int to = slice.to() < 0 ? slice.to() + size : Math.min(slice.to(), size);
        for (long i = Math.max(from, 0); i < to; i += slice.every()) {
            next.add(node.get((int) i));
        }
    }

    private static boolean holds(Filter filter, JsonNode item, Visits visits) {
        List<JsonNode> found = filter.path().find(item, visits);
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
