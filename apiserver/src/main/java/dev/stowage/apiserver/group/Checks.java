package dev.stowage.apiserver.group;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// Rules for single fields that many resources have.
public final class Checks {
    public static final String NEGATIVE = "must be greater than or equal to 0";

    private Checks() {}

    /// A text that must be there.
    public static boolean required(String value, String path, Problems problems) {
        if (value.isEmpty()) {
            problems.required(path, "");
        }
        return !value.isEmpty();
    }

    /// A text that must be one of a few.
    ///
    /// @param values in the order in which a refusal names them
    public static void oneOf(String value, String path, List<String> values, Problems problems) {
        if (required(value, path, problems) && !values.contains(value)) {
            problems.notSupported(path, quoted(value), values);
        }
    }

    /// All that is wrong with a text, as one of the rules for names says.
    public static void mistakes(List<String> mistakes, String value, String path, Problems problems) {
        mistakes.forEach(mistake -> problems.invalid(path, quoted(value), mistake));
    }

    /// A number that is not negative, when there is one.
    public static void notNegative(JsonNode parent, String field, String path, Problems problems) {
        Tree.number(parent, field).ifPresent(value -> {
            if (value < 0) {
                problems.invalid(path + "." + field, Long.toString(value), NEGATIVE);
            }
        });
    }
}
