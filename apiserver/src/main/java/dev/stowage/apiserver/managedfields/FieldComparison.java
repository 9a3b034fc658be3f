package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonEquality;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The changed fields between two states of an object, without `metadata.managedFields`.
final class FieldComparison {
    private final FieldSet added = new FieldSet();
    private final FieldSet modified = new FieldSet();
    private final FieldSet removed = new FieldSet();
    private final List<String> path = new ArrayList<>();

    private FieldComparison() {}

    /// @param added with the fields that were set
    /// @param removed with everything below
    record Changes(FieldSet added, FieldSet modified, FieldSet removed) {

        /// Without fields that the writer may not change.
        Changes without(FieldSet reset) {
            return new Changes(added.without(reset), modified.without(reset), removed.without(reset));
        }

        FieldSet set() {
            return modified.union(added);
        }
    }

    static Changes of(ObjectNode before, ObjectNode after, Schema schema) {
        FieldComparison fieldComparison = new FieldComparison();
        fieldComparison.fields(schema, before, after);
        return new Changes(fieldComparison.added, fieldComparison.modified, fieldComparison.removed);
    }

    private void walk(String step, @Nullable Schema type, @Nullable JsonNode before, @Nullable JsonNode after) {
        path.addLast(step);
        if (isLeaf(type, before, after)) {
            leaf(before, after);
        } else {
            Schema.Sequence list = FieldTraversal.granular(type);
            if (list == null) {
                fields(type, before, after);
            } else {
                items(list, before, after);
            }
            note(before, after);
        }
        path.removeLast();
    }

    /// Two empty objects or lists are a leaf too, to distinguish null from empty.
    private static boolean isLeaf(@Nullable Schema type, @Nullable JsonNode before, @Nullable JsonNode after) {
        boolean granular = FieldTraversal.granular(type) != null;
        if (!granular && !FieldTraversal.hasFields(type, before) && !FieldTraversal.hasFields(type, after)) {
            return true;
        }
        if (type == null && before != null && after != null && before.isObject() != after.isObject()) {
            return true;
        }
        return isBare(before, granular) && isBare(after, granular);
    }

    private static boolean isBare(@Nullable JsonNode value, boolean list) {
        return value == null || value.isEmpty() || (list ? !value.isArray() : !value.isObject());
    }

    private void leaf(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (before != null && after != null && !JsonEquality.same(before, after)) {
            modified.insert(path);
        } else {
            note(before, after);
        }
    }

    private void note(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (before == null) {
            added.insert(path);
        } else if (after == null) {
            removed.insert(path);
        }
    }

    private void fields(@Nullable Schema type, @Nullable JsonNode before, @Nullable JsonNode after) {
        boolean inMetadata = path.size() == 1 && path.getFirst().equals("f:metadata");
        if (before != null) {
            for (Map.Entry<String, JsonNode> field : before.properties()) {
                String key = field.getKey();
                JsonNode other = after == null ? null : after.get(key);
                boolean same = other != null && other.isValueNode() && JsonEquality.same(field.getValue(), other);
                if (!same && !(inMetadata && key.equals("managedFields"))) {
                    walk(PathElement.field(key), FieldTraversal.field(type, key), field.getValue(), other);
                }
            }
        }
        if (after != null) {
            for (Map.Entry<String, JsonNode> field : after.properties()) {
                String key = field.getKey();
                boolean known = before != null && before.has(key);
                if (!known && !(inMetadata && key.equals("managedFields"))) {
                    walk(PathElement.field(key), FieldTraversal.field(type, key), null, field.getValue());
                }
            }
        }
    }

    private void items(Schema.Sequence list, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (before != null && after != null && before.equals(after)) {
            return;
        }
        Map<String, List<JsonNode>> old = byStep(list, before);
        Map<String, List<JsonNode>> now = byStep(list, after);
        old.forEach((step, items) -> item(list, step, items, now.getOrDefault(step, List.of())));
        now.forEach((step, items) -> {
            if (!old.containsKey(step)) {
                item(list, step, List.of(), items);
            }
        });
    }

    private void item(Schema.Sequence list, String step, List<JsonNode> before, List<JsonNode> after) {
        Schema type = FieldTraversal.known(list.items());
        if (before.size() <= 1 && after.size() <= 1) {
            walk(step, type, first(before), first(after));
            return;
        }
        // Items with the same key have one owner together.
        if (before.size() == 1) {
            walk(step, type, before.getFirst(), null);
        } else if (after.size() == 1) {
            walk(step, type, null, after.getFirst());
        }
        path.addLast(step);
        if (before.size() >= 2 && after.size() >= 2) {
            if (!before.equals(after)) {
                modified.insert(path);
            }
        } else {
            (before.size() >= 2 ? removed : added).insert(path);
        }
        path.removeLast();
    }

    private static @Nullable JsonNode first(List<JsonNode> items) {
        return items.isEmpty() ? null : items.getFirst();
    }

    private static Map<String, List<JsonNode>> byStep(Schema.Sequence list, @Nullable JsonNode items) {
        if (items == null || !items.isArray()) {
            return Map.of();
        }
        Map<String, List<JsonNode>> byStep = LinkedHashMap.newLinkedHashMap(items.size());
        for (JsonNode item : items) {
            PathElement.item(item, list)
                    .ifPresent(step -> byStep.computeIfAbsent(step, _ -> new ArrayList<>(1))
                            .add(item));
        }
        return byStep;
    }
}
