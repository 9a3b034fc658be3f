package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Merges an applied object into the live one. Neither is modified; the result shares parts with them.
final class ApplyMerge {
    private ApplyMerge() {}

    static ObjectNode of(ObjectNode live, ObjectNode applied, Schema schema) {
        return fields(schema, live, applied);
    }

    /// @param applied null when there is nothing to merge
    private static JsonNode merged(@Nullable Schema type, @Nullable JsonNode live, @Nullable JsonNode applied) {
        if (applied == null || live == null) {
            return applied != null ? applied : Objects.requireNonNull(live);
        }
        Schema.Sequence list = FieldTraversal.granular(type);
        if (list != null) {
            return live.isEmpty() && applied.isEmpty() ? applied : items(list, live, applied);
        }
        boolean objects = FieldTraversal.hasFields(type, live) && FieldTraversal.hasFields(type, applied);
        if (!objects || (live.isEmpty() && applied.isEmpty())) {
            return applied;
        }
        return fields(type, live, applied);
    }

    private static ObjectNode fields(@Nullable Schema type, JsonNode live, JsonNode applied) {
        ObjectNode result = Json.object();
        for (Map.Entry<String, JsonNode> field : live.properties()) {
            String key = field.getKey();
            result.set(key, merged(FieldTraversal.field(type, key), field.getValue(), applied.get(key)));
        }
        for (Map.Entry<String, JsonNode> field : applied.properties()) {
            if (!live.has(field.getKey())) {
                result.set(field.getKey(), field.getValue());
            }
        }
        return result;
    }

    /// The applied items in their order; items that only the live list has stay in place between them.
    private static ArrayNode items(Schema.Sequence list, JsonNode live, JsonNode applied) {
        Indexed left = Indexed.of(list, live);
        Indexed right = Indexed.of(list, applied);
        List<String> shared = new ArrayList<>();
        for (String step : right.steps) {
            if (left.items.containsKey(step)) {
                shared.add(step);
            }
        }
        ArrayNode result = Json.list();
        Set<String> done = new HashSet<>();
        int nextShared = 0;
        int l = 0;
        int r = 0;
        while (l < left.steps.size() || r < right.steps.size()) {
            if (l < left.steps.size() && r < right.steps.size()) {
                String step = left.steps.get(l);
                if (step.equals(right.steps.get(r))) {
                    done.add(step);
                    result.add(merged(FieldTraversal.known(list.items()), left.single(step), right.single(step)));
                    l++;
                    r++;
                    nextShared++;
                    continue;
                }
                boolean waits =
                        nextShared < shared.size() && !shared.get(nextShared).equals(step);
                if (right.items.containsKey(step) && waits) {
                    l++;
                    continue;
                }
            }
            if (l < left.steps.size()) {
                String step = left.steps.get(l);
                if (!right.items.containsKey(step)) {
                    result.add(left.values.get(l));
                    l++;
                    continue;
                }
                if (done.contains(step)) {
                    l++;
                }
            }
            if (r < right.steps.size()) {
                String step = right.steps.get(r);
                done.add(step);
                result.add(merged(FieldTraversal.known(list.items()), left.single(step), right.single(step)));
                r++;
                if (nextShared < shared.size() && shared.get(nextShared).equals(step)) {
                    nextShared++;
                }
            }
        }
        return result;
    }

    /// @param items by their steps; absent for a step that several items have
    private record Indexed(List<String> steps, List<JsonNode> values, Map<String, List<JsonNode>> items) {

        static Indexed of(Schema.Sequence list, JsonNode node) {
            List<String> steps = new ArrayList<>(node.size());
            List<JsonNode> values = new ArrayList<>(node.size());
            Map<String, List<JsonNode>> items = HashMap.newHashMap(node.size());
            if (node.isArray()) {
                for (JsonNode item : node) {
                    PathElement.item(item, list).ifPresent(step -> {
                        steps.add(step);
                        values.add(item);
                        items.computeIfAbsent(step, _ -> new ArrayList<>(1)).add(item);
                    });
                }
            }
            return new Indexed(steps, values, items);
        }

        @Nullable
        JsonNode single(String step) {
            List<JsonNode> found = items.getOrDefault(step, List.of());
            return found.size() == 1 ? found.getFirst() : null;
        }
    }
}
