package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Removes fields that a manager applied before, no longer applies, and that no other manager owns.
final class AppliedFieldPruning {
    private AppliedFieldPruning() {}

    /// @param merged the live object merged with the applied one
    /// @param last the fields that the manager applied before
    /// @param owned the fields that any manager owns now, including this one
    static ObjectNode of(ObjectNode merged, FieldSet last, FieldSet owned, Schema schema) {
        if (last.isEmpty()) {
            return merged;
        }
        FieldSet before = named(last, schema);
        FieldSet all = named(OwnedFields.of(merged, schema), schema);
        ObjectNode bare = without(merged, before, schema);
        FieldSet kept = named(OwnedFields.of(bare, schema), schema).union(named(owned, schema));
        // A manager cannot remove fields without an owner: they are restored if their parents stay.
        ObjectNode pruned = without(merged, all.difference(kept), schema);
        FieldSet left = named(OwnedFields.of(pruned, schema), schema);
        return without(merged, all.difference(left).intersection(before), schema);
    }

    /// The set, extended by all named fields that have members below them.
    private static FieldSet named(FieldSet set, @Nullable Schema type) {
        FieldSet result = new FieldSet();
        set.children().forEach((step, branch) -> {
            boolean field = step.startsWith("f:");
            String key = step.substring(2);
            Schema below = field
                    ? FieldTraversal.field(type, key)
                    : step.startsWith("k:") && type instanceof Schema.Sequence list
                            ? FieldTraversal.known(list.items())
                            : null;
            FieldSet child = named(branch, below);
            boolean parent = field
                    && FieldTraversal.isNamed(type, key)
                    && !branch.children().isEmpty();
            child.own(branch.isMember() || parent);
            result.put(step, child);
        });
        return result;
    }

    private static ObjectNode without(ObjectNode object, FieldSet gone, Schema schema) {
        return fields(schema, object, gone);
    }

    private static ObjectNode fields(@Nullable Schema type, JsonNode object, FieldSet gone) {
        ObjectNode result = Json.object();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String step = PathElement.field(field.getKey());
            if (!gone.has(step)) {
                FieldSet below = gone.behind(step);
                result.set(
                        field.getKey(),
                        below.isEmpty()
                                ? field.getValue()
                                : value(FieldTraversal.field(type, field.getKey()), field.getValue(), below));
            }
        }
        return result;
    }

    /// Null if nothing is left: a field that lost everything below it still exists, and keeps its owners.
    private static JsonNode value(@Nullable Schema type, JsonNode value, FieldSet gone) {
        Schema.Sequence list = FieldTraversal.granular(type);
        if (list != null) {
            ArrayNode items = items(list, value, gone);
            return items.isEmpty() ? Emptied.MARK : items;
        }
        if (FieldTraversal.hasFields(type, value)) {
            ObjectNode fields = fields(type, value, gone);
            return fields.isEmpty() ? Emptied.MARK : fields;
        }
        return value.isContainerNode() ? Emptied.MARK : value;
    }

    private static ArrayNode items(Schema.Sequence list, JsonNode items, FieldSet gone) {
        ArrayNode result = Json.list();
        for (JsonNode item : items) {
            Optional<String> step = PathElement.item(item, list);
            if (step.isEmpty() || !gone.has(step.get())) {
                FieldSet below = step.map(gone::behind).orElse(FieldSet.EMPTY);
                JsonNode kept = below.isEmpty() ? item : value(FieldTraversal.known(list.items()), item, below);
                if (!kept.isNull()) {
                    result.add(kept);
                }
            }
        }
        return result;
    }

    /// Removes the fields that lost all fields below them. Changes the tree.
    static void tidy(JsonNode pruned) {
        if (pruned instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue() instanceof Emptied);
        }
        pruned.forEach(AppliedFieldPruning::tidy);
    }

    /// A null that no client wrote.
    private static final class Emptied extends NullNode {
        private static final long serialVersionUID = 1;
        private static final Emptied MARK = new Emptied();
    }
}
