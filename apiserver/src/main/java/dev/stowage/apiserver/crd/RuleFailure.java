package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.cel.EvaluationException;
import dev.stowage.apiserver.failure.Problems;

/// Tells that a rule does not hold, or that nobody knows whether it does.
final class RuleFailure {
    private RuleFailure() {}

    static String message(Rule rule) {
        return rule.message().isBlank()
                ? "failed rule: " + rule.expression().strip()
                : rule.message().strip();
    }

    static void broken(Rule rule, String detail, JsonSchema schema, JsonNode value, String path, Problems problems) {
        String field = field(path, rule.path());
        boolean large = schema.type().equals("object") || schema.type().equals("array");
        switch (rule.reason()) {
            case "FieldValueForbidden" -> problems.forbidden(field, detail);
            case "FieldValueRequired" -> problems.required(field, detail);
            case "FieldValueDuplicate" -> problems.duplicate(field, Shown.value(value));
            default -> {
                if (large) {
                    problems.invalid(field, detail);
                } else {
                    problems.invalid(field, Shown.value(value), detail);
                }
            }
        }
    }

    static void failed(
            Rule rule, EvaluationException why, boolean costly, JsonSchema schema, String path, Problems problems) {
        String text = String.valueOf(why.getMessage());
        String name = rule.message().isBlank()
                ? rule.expression().strip()
                : rule.message().strip();
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
        problems.invalid(field(path, ""), Problems.quoted(schema.type()), detail);
    }

    private static String field(String path, String below) {
        if (below.isEmpty()) {
            return path.isEmpty() ? "<nil>" : path;
        }
        String step = below.startsWith(".") ? below.substring(1) : below;
        return path.isEmpty() ? step : path + "." + step;
    }
}
