package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.cel.EvaluationException;

/// Reports that a rule failed, or that it could not be evaluated.
final class ValidationRuleError {
    private ValidationRuleError() {}

    static String message(ValidationRule validationRule) {
        return validationRule.message().isBlank()
                ? "failed rule: " + validationRule.expression().strip()
                : validationRule.message().strip();
    }

    static void broken(
            ValidationRule validationRule,
            String detail,
            JsonSchema schema,
            JsonNode value,
            String path,
            FieldErrors fieldErrors) {
        String field = field(path, validationRule.path());
        boolean large = schema.type().equals("object") || schema.type().equals("array");
        switch (validationRule.reason()) {
            case "FieldValueForbidden" -> fieldErrors.forbidden(field, detail);
            case "FieldValueRequired" -> fieldErrors.required(field, detail);
            case "FieldValueDuplicate" -> fieldErrors.duplicate(field, JsonValueText.value(value));
            default -> {
                if (large) {
                    fieldErrors.invalid(field, detail);
                } else {
                    fieldErrors.invalid(field, JsonValueText.value(value), detail);
                }
            }
        }
    }

    static void failed(
            ValidationRule validationRule,
            EvaluationException why,
            boolean costly,
            JsonSchema schema,
            String path,
            FieldErrors fieldErrors) {
        String text = String.valueOf(why.getMessage());
        String name = validationRule.message().isBlank()
                ? validationRule.expression().strip()
                : validationRule.message().strip();
        String detail;
        if (costly) {
            detail = "'%s': no further validation rules will be run due to call cost exceeds limit for rule: %s"
                    .formatted(text, name);
        } else if (text.startsWith("no such overload")) {
            detail = "'%s': call arguments did not match a supported operator, function or macro signature for rule: %s"
                    .formatted(text, name);
        } else {
            detail = "%s evaluating rule: %s".formatted(text, name);
        }
        fieldErrors.invalid(field(path, ""), FieldErrors.quoted(schema.type()), detail);
    }

    private static String field(String path, String below) {
        if (below.isEmpty()) {
            return path.isEmpty() ? "<nil>" : path;
        }
        String step = below.startsWith(".") ? below.substring(1) : below;
        return path.isEmpty() ? step : path + "." + step;
    }
}
