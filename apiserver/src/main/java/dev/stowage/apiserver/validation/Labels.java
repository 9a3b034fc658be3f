package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.Map;

/// Labels, and selectors of them.
public final class Labels {
    private Labels() {}

    public static void validate(Map<String, String> labels, String field, Problems problems) {
        labels.forEach((key, value) -> {
            key(key, field, problems);
            value(value, field, problems);
        });
    }

    public static void key(String key, String field, Problems problems) {
        Names.qualified(key).forEach(mistake -> problems.invalid(field, quoted(key), mistake));
    }

    public static void value(String value, String field, Problems problems) {
        Names.labelValue(value).forEach(mistake -> problems.invalid(field, quoted(value), mistake));
    }

    /// @param selector with `matchLabels` and `matchExpressions`; nothing is right too
    /// @param lenient takes values that no label can have, for objects that already hold such
    public static void validateSelector(JsonNode selector, boolean lenient, String field, Problems problems) {
        validate(Tree.texts(selector, "matchLabels"), field + ".matchLabels", problems);
        int i = 0;
        for (JsonNode expression : Tree.list(selector, "matchExpressions")) {
            requirement(expression, lenient, field + ".matchExpressions[" + i++ + "]", problems);
        }
    }

    private static void requirement(JsonNode expression, boolean lenient, String field, Problems problems) {
        boolean hasValues = !Tree.list(expression, "values").isEmpty();
        String operator = Tree.text(expression, "operator");
        switch (operator) {
            case "In", "NotIn" -> {
                if (!hasValues) {
                    problems.required(field + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (hasValues) {
                    problems.forbidden(
                            field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> problems.invalid(field + ".operator", quoted(operator), "not a valid selector operator");
        }
        key(Tree.text(expression, "key"), field + ".key", problems);
        if (!lenient) {
            int i = 0;
            for (JsonNode value : Tree.list(expression, "values")) {
                value(value.asText(), field + ".values[" + i++ + "]", problems);
            }
        }
    }

    /// Whether a selector already holds values that no label can have.
    public static boolean hasMistakenValue(JsonNode selector) {
        for (JsonNode expression : Tree.list(selector, "matchExpressions")) {
            for (JsonNode value : Tree.list(expression, "values")) {
                if (!Names.labelValue(value.asText()).isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }
}
