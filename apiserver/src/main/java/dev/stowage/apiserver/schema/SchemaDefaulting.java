package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import org.jspecify.annotations.Nullable;

/// Sets the defaults of a type.
public final class SchemaDefaulting {
    private SchemaDefaulting() {}

    /// Changes the object in place, with all nested values. Defaults are also applied inside a default value.
    public static void fill(ObjectNode object, Struct type) {
        type.fields().forEach((key, field) -> {
            field.preset()
                    .filter(preset -> isAbsent(object.get(key), field))
                    .ifPresent(preset -> object.set(key, preset.deepCopy()));
            JsonNode value = object.get(key);
            if (value != null) {
                fill(value, field.type());
            }
        });
    }

    /// Null counts as absent unless the field is nullable.
    private static boolean isAbsent(@Nullable JsonNode value, Field field) {
        if (value == null) {
            return true;
        }
        boolean emptyText = !field.tellsEmptyFromNone()
                && value.isTextual()
                && value.textValue().isEmpty();
        return emptyText || (value.isNull() && !field.nullable());
    }

    private static void fill(JsonNode value, Schema type) {
        switch (type) {
            case Struct struct when value instanceof ObjectNode object -> fill(object, struct);
            case Mapping map
            when value instanceof ObjectNode object -> object.forEach(child -> fill(child, map.values()));
            case Sequence list
            when value instanceof ArrayNode array -> array.forEach(child -> fill(child, list.items()));
            case Struct _, Mapping _, Sequence _, Scalar _, AnyJson _ -> {}
        }
    }
}
