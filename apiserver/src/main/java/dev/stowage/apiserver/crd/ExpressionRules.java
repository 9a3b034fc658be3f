package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.cel.Expression;
import dev.stowage.apiserver.cel.InvalidExpressionException;
import dev.stowage.apiserver.cel.Shape;
import dev.stowage.apiserver.crd.SchemaPath.NoSuchPathException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.pattern.InvalidPatternException;
import java.util.List;

/// What may stand in `x-kubernetes-validations`. An expression that cannot be evaluated is refused with its
/// definition.
final class ExpressionRules {
    private static final String RULES = "x-kubernetes-validations";
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private ExpressionRules() {}

    /// @param root whether the schema is that of whole objects
    /// @param compile whether the schema is sound, so that expressions can be read
    static void validate(
            JsonNode schema, String path, SchemaRules.Place place, boolean root, boolean compile, Problems problems) {
        JsonNode rules = schema.path(RULES);
        if (rules.isEmpty()) {
            return;
        }
        Problems wrong = new Problems();
        for (int i = 0; i < rules.size(); i++) {
            written(schema, rules.get(i), "%s.%s[%d]".formatted(path, RULES, i), wrong);
        }
        problems.addAll(wrong);
        if (!compile || !wrong.isEmpty() || !(schema instanceof ObjectNode object)) {
            return;
        }
        try {
            Shape self = Shapes.of(JsonSchema.of(object), root);
            for (int i = 0; i < rules.size(); i++) {
                compile(rules.get(i), self, place, "%s.%s[%d]".formatted(path, RULES, i), problems);
            }
        } catch (InvalidPatternException e) {
            problems.invalid(path, "\"\"", String.valueOf(e.getMessage()));
        }
    }

    private static void written(JsonNode schema, JsonNode rule, String path, Problems problems) {
        String text = Tree.text(rule, "rule").strip();
        String message = Tree.text(rule, "message");
        if (text.isEmpty()) {
            problems.required(path + ".rule", "rule is not specified");
        } else if (!message.isEmpty() && message.isBlank()) {
            problems.invalid(path + ".message", quoted(message), "must be non-empty if specified");
        } else if (hasBreaks(message.strip())) {
            problems.invalid(path + ".message", quoted(message), "must not contain line breaks");
        } else if (hasBreaks(text) && message.isBlank()) {
            problems.required(path + ".message", "message must be specified if rule contains line breaks");
        }
        String messageExpression = Tree.text(rule, "messageExpression");
        if (!messageExpression.isEmpty() && messageExpression.isBlank()) {
            problems.required(path + ".messageExpression", "messageExpression must be non-empty if specified");
        }
        String reason = Tree.text(rule, "reason");
        if (!reason.isEmpty() && !REASONS.contains(reason)) {
            problems.notSupported(path + ".reason", quoted(reason), REASONS);
        }
        fieldPath(schema, Tree.text(rule, "fieldPath"), path + ".fieldPath", problems);
    }

    private static void fieldPath(JsonNode schema, String fieldPath, String path, Problems problems) {
        if (fieldPath.isEmpty()) {
            return;
        }
        if (fieldPath.isBlank()) {
            problems.invalid(path, quoted(fieldPath), "must be non-empty if specified");
        }
        if (hasBreaks(fieldPath)) {
            problems.invalid(path, quoted(fieldPath), "must not contain line breaks");
        }
        try {
            SchemaPath.of(fieldPath, schema, true);
        } catch (NoSuchPathException _) {
            problems.invalid(path, quoted(fieldPath), "must be a valid path");
        }
    }

    private static boolean hasBreaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private static void compile(JsonNode node, Shape self, SchemaRules.Place place, String path, Problems problems) {
        Rule rule = Rule.of(node);
        try {
            Expression expression = Expression.compile(rule.expression(), self, rule.optionalOld(), Shape.BOOLEAN);
            if (expression.usesOld()) {
                place.uncorrelated()
                        .ifPresent(outer -> problems.invalid(
                                path + ".rule",
                                quoted(rule.expression()),
                                "oldSelf cannot be used on the uncorrelatable portion of the schema within " + outer));
            } else if (Tree.has(node, "optionalOldSelf")) {
                problems.invalid(
                        path + ".optionalOldSelf",
                        node.path("optionalOldSelf").asText(),
                        "may not be set if oldSelf is not used in rule");
            }
        } catch (InvalidExpressionException e) {
            problems.invalid(path + ".rule", shown(node), String.valueOf(e.getMessage()));
        }
        if (!rule.messageExpression().isEmpty()) {
            try {
                Expression.compile(rule.messageExpression(), self, rule.optionalOld(), Shape.TEXT);
            } catch (InvalidExpressionException e) {
                problems.invalid(path + ".messageExpression", shown(node), String.valueOf(e.getMessage()));
            }
        }
    }

    private static String shown(JsonNode rule) {
        ObjectNode shown = Json.object();
        shown.put("Rule", Tree.text(rule, "rule"))
                .put("Message", Tree.text(rule, "message"))
                .put("MessageExpression", Tree.text(rule, "messageExpression"));
        shown.set("Reason", Tree.at(rule, "reason"));
        shown.put("FieldPath", Tree.text(rule, "fieldPath"));
        shown.set("OptionalOldSelf", Tree.at(rule, "optionalOldSelf"));
        return shown.toString();
    }
}
