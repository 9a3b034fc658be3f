package dev.stowage.apiserver.registry;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// Rules for single fields that many resources have.
public final class FieldChecks {
    public static final String NEGATIVE = "must be greater than or equal to 0";

    private FieldChecks() {}

    /// A text that must be there.
    public static boolean required(String value, String path, FieldErrors fieldErrors) {
        if (value.isEmpty()) {
            fieldErrors.required(path, "");
        }
        return !value.isEmpty();
    }

    /// A text that must be one of a few.
    ///
    /// @param values in the order in which a refusal names them
    public static void oneOf(String value, String path, List<String> values, FieldErrors fieldErrors) {
        if (required(value, path, fieldErrors) && !values.contains(value)) {
            fieldErrors.notSupported(path, quoted(value), values);
        }
    }

    /// All that is wrong with a text, as one of the rules for names says.
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
