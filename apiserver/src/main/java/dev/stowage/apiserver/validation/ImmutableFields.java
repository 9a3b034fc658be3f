package dev.stowage.apiserver.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;

/// Fields that cannot change after creation.
public final class ImmutableFields {
    private ImmutableFields() {}

    /// Compares one field of two objects; null and an empty list or object count as absent.
    ///
    /// @param path of the objects that hold the field; empty for the root
    public static void validate(JsonNode now, JsonNode before, String name, String path, FieldErrors fieldErrors) {
        JsonNode value = now.path(name);
        if (!same(value, before.path(name))) {
            refuse(
                    path.isEmpty() ? name : path + "." + name,
                    JsonTree.has(value) ? value.toString() : "null",
                    fieldErrors);
        }
    }

    public static boolean same(JsonNode now, JsonNode before) {
        return now.equals(before) || (isNothing(now) && isNothing(before));
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }

    public static void refuse(String field, String value, FieldErrors fieldErrors) {
        fieldErrors.invalid(field, value, "field is immutable");
    }
}
