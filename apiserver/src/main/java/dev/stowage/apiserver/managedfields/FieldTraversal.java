package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kubetypes.Schema;
import org.jspecify.annotations.Nullable;

/// How ownership of a value is divided, by its type. Without a type the JSON decides: an object
/// has an owner for each field, any other value has one owner.
final class FieldTraversal {
    private FieldTraversal() {}

    /// The type of a field; null when it has none.
    static @Nullable Schema field(@Nullable Schema type, String key) {
        return switch (type) {
            case Schema.Struct struct -> {
                Schema.Field field = struct.fields().get(key);
                yield field == null ? null : known(field.type());
            }
            case Schema.Mapping mapping -> known(mapping.values());
            case null, default -> null;
        };
    }

    static @Nullable Schema known(Schema type) {
        return type instanceof Schema.AnyJson ? null : type;
    }

    /// Whether the type knows this field by name, unlike the key of a map.
    static boolean isNamed(@Nullable Schema type, String key) {
        return type instanceof Schema.Struct struct && struct.fields().containsKey(key);
    }

    /// A list whose items have their own owners.
    static Schema.@Nullable Sequence granular(@Nullable Schema type) {
        return type instanceof Schema.Sequence list && list.kind() != Schema.ListKind.ATOMIC ? list : null;
    }

    /// An object whose fields have their own owners.
    static boolean hasFields(@Nullable Schema type, @Nullable JsonNode value) {
        return switch (type) {
            case Schema.Struct struct -> !struct.atomic();
            case Schema.Mapping mapping -> !mapping.atomic();
            case null -> value != null && value.isObject();
            default -> false;
        };
    }
}
