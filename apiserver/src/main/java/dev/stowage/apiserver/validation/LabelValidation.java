package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.validation.NameValidation;
import java.util.Map;

/// Validates labels and label selectors.
public final class LabelValidation {
    private LabelValidation() {}

    public static void validate(Map<String, String> labels, String field, FieldErrors fieldErrors) {
        labels.forEach((key, value) -> {
            key(key, field, fieldErrors);
            value(value, field, fieldErrors);
        });
    }

    public static void key(String key, String field, FieldErrors fieldErrors) {
        NameValidation.qualified(key).forEach(violation -> fieldErrors.invalid(field, quoted(key), violation));
    }

    public static void value(String value, String field, FieldErrors fieldErrors) {
        NameValidation.labelValue(value).forEach(violation -> fieldErrors.invalid(field, quoted(value), violation));
    }

    /// @param selector with `matchLabels` and `matchExpressions`; may be missing
    /// @param lenient accepts invalid label values, for objects that already have some
    public static void validateSelector(JsonNode selector, boolean lenient, String field, FieldErrors fieldErrors) {
        validate(JsonTree.texts(selector, "matchLabels"), field + ".matchLabels", fieldErrors);
        int i = 0;
        for (JsonNode expression : JsonTree.list(selector, "matchExpressions")) {
            requirement(expression, lenient, field + ".matchExpressions[" + i++ + "]", fieldErrors);
        }
    }

    private static void requirement(JsonNode expression, boolean lenient, String field, FieldErrors fieldErrors) {
        boolean hasValues = !JsonTree.list(expression, "values").isEmpty();
        String operator = JsonTree.text(expression, "operator");
        switch (operator) {
            case "In", "NotIn" -> {
                if (!hasValues) {
                    fieldErrors.required(field + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (hasValues) {
                    fieldErrors.forbidden(
                            field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> fieldErrors.invalid(field + ".operator", quoted(operator), "not a valid selector operator");
        }
        key(JsonTree.text(expression, "key"), field + ".key", fieldErrors);
        if (!lenient) {
            int i = 0;
            for (JsonNode value : JsonTree.list(expression, "values")) {
                value(value.asText(), field + ".values[" + i++ + "]", fieldErrors);
            }
        }
    }

    /// Whether a selector already has invalid label values.
    public static boolean hasMistakenValue(JsonNode selector) {
        for (JsonNode expression : JsonTree.list(selector, "matchExpressions")) {
            for (JsonNode value : JsonTree.list(expression, "values")) {
                if (!NameValidation.labelValue(value.asText()).isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }
}
