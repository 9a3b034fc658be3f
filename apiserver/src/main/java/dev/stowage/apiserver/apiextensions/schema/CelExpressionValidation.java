package dev.stowage.apiserver.apiextensions.schema;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.schema.SchemaPath.NoSuchPathException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.cel.CelExpression;
import dev.stowage.cel.CelType;
import dev.stowage.cel.InvalidExpressionException;
import dev.stowage.cel.regex.InvalidRegexException;
import java.util.List;

/// Validates `x-kubernetes-validations`. A definition with an invalid expression is rejected.
final class CelExpressionValidation {
    private static final String RULES = "x-kubernetes-validations";
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private CelExpressionValidation() {}

    /// @param root whether the schema is that of whole objects
    /// @param compile whether the schema is valid, so that expressions can be compiled
    static void validate(
            JsonNode schema,
            String path,
            SchemaExtensionValidation.Place place,
            boolean root,
            boolean compile,
            FieldErrors fieldErrors) {
        JsonNode rules = schema.path(RULES);
        if (rules.isEmpty()) {
            return;
        }
        FieldErrors ruleErrors = new FieldErrors();
        for (int i = 0; i < rules.size(); i++) {
            written(schema, rules.get(i), "%s.%s[%d]".formatted(path, RULES, i), ruleErrors);
        }
        fieldErrors.addAll(ruleErrors);
        if (!compile || !ruleErrors.isEmpty() || !(schema instanceof ObjectNode object)) {
            return;
        }
        try {
            CelType self = SchemaCelTypes.of(JsonSchema.of(object), root);
            for (int i = 0; i < rules.size(); i++) {
                compile(rules.get(i), self, place, "%s.%s[%d]".formatted(path, RULES, i), fieldErrors);
            }
        } catch (InvalidRegexException e) {
            fieldErrors.invalid(path, "\"\"", String.valueOf(e.getMessage()));
        }
    }

    private static void written(JsonNode schema, JsonNode rule, String path, FieldErrors fieldErrors) {
        String text = JsonTree.text(rule, "rule").strip();
        String message = JsonTree.text(rule, "message");
        if (text.isEmpty()) {
            fieldErrors.required(path + ".rule", "rule is not specified");
        } else if (!message.isEmpty() && message.isBlank()) {
            fieldErrors.invalid(path + ".message", quoted(message), "must be non-empty if specified");
        } else if (hasBreaks(message.strip())) {
            fieldErrors.invalid(path + ".message", quoted(message), "must not contain line breaks");
        } else if (hasBreaks(text) && message.isBlank()) {
            fieldErrors.required(path + ".message", "message must be specified if rule contains line breaks");
        }
        String messageExpression = JsonTree.text(rule, "messageExpression");
        if (!messageExpression.isEmpty() && messageExpression.isBlank()) {
            fieldErrors.required(path + ".messageExpression", "messageExpression must be non-empty if specified");
        }
        String reason = JsonTree.text(rule, "reason");
        if (!reason.isEmpty() && !REASONS.contains(reason)) {
            fieldErrors.notSupported(path + ".reason", quoted(reason), REASONS);
        }
        fieldPath(schema, JsonTree.text(rule, "fieldPath"), path + ".fieldPath", fieldErrors);
    }

    private static void fieldPath(JsonNode schema, String fieldPath, String path, FieldErrors fieldErrors) {
        if (fieldPath.isEmpty()) {
            return;
        }
        if (fieldPath.isBlank()) {
            fieldErrors.invalid(path, quoted(fieldPath), "must be non-empty if specified");
        }
        if (hasBreaks(fieldPath)) {
            fieldErrors.invalid(path, quoted(fieldPath), "must not contain line breaks");
        }
        try {
            SchemaPath.of(fieldPath, schema, true);
        } catch (NoSuchPathException _) {
            fieldErrors.invalid(path, quoted(fieldPath), "must be a valid path");
        }
    }

    private static boolean hasBreaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private static void compile(
            JsonNode node, CelType self, SchemaExtensionValidation.Place place, String path, FieldErrors fieldErrors) {
        ValidationRule validationRule = ValidationRule.of(node);
        try {
            CelExpression celExpression = CelExpression.compile(
                    validationRule.expression(), self, validationRule.optionalOld(), CelType.BOOLEAN);
            if (celExpression.usesOld()) {
                place.uncorrelated()
                        .ifPresent(outer -> fieldErrors.invalid(
                                path + ".rule",
                                quoted(validationRule.expression()),
                                "oldSelf cannot be used on the uncorrelatable portion of the schema within " + outer));
            } else if (JsonTree.has(node, "optionalOldSelf")) {
                fieldErrors.invalid(
                        path + ".optionalOldSelf",
                        node.path("optionalOldSelf").asText(),
                        "may not be set if oldSelf is not used in rule");
            }
        } catch (InvalidExpressionException e) {
            fieldErrors.invalid(path + ".rule", shown(node), String.valueOf(e.getMessage()));
        }
        if (!validationRule.messageExpression().isEmpty()) {
            try {
                CelExpression.compile(
                        validationRule.messageExpression(), self, validationRule.optionalOld(), CelType.TEXT);
            } catch (InvalidExpressionException e) {
                fieldErrors.invalid(path + ".messageExpression", shown(node), String.valueOf(e.getMessage()));
            }
        }
    }

    private static String shown(JsonNode rule) {
        ObjectNode shown = Json.object();
        shown.put("Rule", JsonTree.text(rule, "rule"))
                .put("Message", JsonTree.text(rule, "message"))
                .put("MessageExpression", JsonTree.text(rule, "messageExpression"));
        shown.set("Reason", JsonTree.at(rule, "reason"));
        shown.put("FieldPath", JsonTree.text(rule, "fieldPath"));
        shown.set("OptionalOldSelf", JsonTree.at(rule, "optionalOldSelf"));
        return shown.toString();
    }
}
