package dev.stowage.apiserver.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;

/// Fields that stay as they were made.
public final class Immutable {
    private Immutable() {}

    /// Compares one field of two objects; null, and a list or object without anything in it, are as good as absent.
    ///
    /// @param path of the objects that hold the field; empty for the root
    public static void validate(JsonNode now, JsonNode before, String name, String path, Problems problems) {
        JsonNode value = now.path(name);
        if (!same(value, before.path(name))) {
            refuse(path.isEmpty() ? name : path + "." + name, Tree.has(value) ? value.toString() : "null", problems);
        }
    }

    public static boolean same(JsonNode now, JsonNode before) {
        return now.equals(before) || (isNothing(now) && isNothing(before));
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }

    public static void refuse(String field, String value, Problems problems) {
        problems.invalid(field, value, "field is immutable");
    }
}
