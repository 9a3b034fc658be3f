package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Prunes unknown fields of objects by their schema, and applies its defaults.
public final class StructuralPruning {
    private static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

    private StructuralPruning() {}

    /// Drops fields that the schema does not define.
    ///
    /// @param resource whether the value is a whole object, whose metadata is always known
    public static void prune(JsonNode value, JsonSchema schema, boolean resource) {
        if (value instanceof ArrayNode list) {
            list.forEach(item -> prune(item, schema.items(), schema.extensions().preserving()));
        }
        if (!(value instanceof ObjectNode object)) {
            return;
        }
        boolean whole = resource || schema.extensions().embedded();
        for (Iterator<Map.Entry<String, JsonNode>> rest = object.properties().iterator(); rest.hasNext(); ) {
            Map.Entry<String, JsonNode> field = rest.next();
            if (whole && META.contains(field.getKey())) {
                continue;
            }
            JsonSchema property = schema.properties().get(field.getKey());
            if (property != null) {
                prune(field.getValue(), property, false);
            } else if (schema.open() || schema.closed()) {
                prune(field.getValue(), schema.additional(), schema.extensions().preserving());
            } else if (!schema.extensions().preserving()) {
                rest.remove();
            }
        }
    }

    private static void prune(JsonNode value, Optional<JsonSchema> schema, boolean preserving) {
        if (schema.isPresent()) {
            prune(value, schema.get(), false);
        } else if (!preserving) {
            empty(value);
        }
    }

    /// The value has no schema: only scalars stay.
    private static void empty(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.removeAll();
        }
        if (value instanceof ArrayNode list) {
            list.forEach(StructuralPruning::empty);
        }
    }

    /// Drops nulls in fields that are not nullable, and sets defaults. Changes the value in place.
    public static void fill(JsonNode value, JsonSchema schema) {
        if (value instanceof ObjectNode object) {
            for (Iterator<Map.Entry<String, JsonNode>> rest =
                            object.properties().iterator();
                    rest.hasNext(); ) {
                Map.Entry<String, JsonNode> field = rest.next();
                Optional<JsonSchema> property = schema.of(field.getKey());
                boolean absent = field.getValue().isNull()
                        && property.filter(found -> !found.nullable()).isPresent();
                if (absent && property.flatMap(JsonSchema::preset).isEmpty()) {
                    rest.remove();
                }
            }
            schema.properties()
                    .forEach((key, property) -> property.preset()
                            .filter(_ -> isAbsent(object.get(key), property))
                            .ifPresent(preset -> object.set(key, preset.deepCopy())));
            object.properties()
                    .forEach(field -> schema.of(field.getKey()).ifPresent(property -> {
                        if (field.getValue().isNull() && !property.nullable()) {
                            property.preset().ifPresent(preset -> field.setValue(preset.deepCopy()));
                        }
                        fill(field.getValue(), property);
                    }));
        }
        if (value instanceof ArrayNode list && schema.items().isPresent()) {
            JsonSchema items = schema.items().get();
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).isNull() && !items.nullable() && items.preset().isPresent()) {
                    list.set(i, items.preset().get().deepCopy());
                }
                fill(list.get(i), items);
            }
        }
    }

    private static boolean isAbsent(@org.jspecify.annotations.Nullable JsonNode value, JsonSchema schema) {
        return value == null || (value.isNull() && !schema.nullable());
    }
}
