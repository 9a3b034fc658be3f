package dev.stowage.apiserver.registry;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// Validation rules for single fields that many resources share.
public final class FieldChecks {
    public static final String NEGATIVE = "must be greater than or equal to 0";

    private FieldChecks() {}

    /// A required string.
    public static boolean required(String value, String path, FieldErrors fieldErrors) {
        if (value.isEmpty()) {
            fieldErrors.required(path, "");
        }
        return !value.isEmpty();
    }

    /// A string that must be one of several values.
    ///
    /// @param values in the order in which the error message lists them
    public static void oneOf(String value, String path, List<String> values, FieldErrors fieldErrors) {
        if (required(value, path, fieldErrors) && !values.contains(value)) {
            fieldErrors.notSupported(path, quoted(value), values);
        }
    }

    /// Reports the violations of a name rule.
    public static void violations(List<String> violations, String value, String path, FieldErrors fieldErrors) {
        violations.forEach(violation -> fieldErrors.invalid(path, quoted(value), violation));
    }

    /// A number that is not negative, when there is one.
    public static void notNegative(JsonNode parent, String field, String path, FieldErrors fieldErrors) {
        JsonTree.number(parent, field).ifPresent(value -> {
            if (value < 0) {
                fieldErrors.invalid(path + "." + field, Long.toString(value), NEGATIVE);
            }
        });
    }
}
