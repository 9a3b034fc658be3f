package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.cel.EvaluationException;
import dev.stowage.apiserver.cel.Expression;
import dev.stowage.apiserver.cel.InvalidExpressionException;
import dev.stowage.apiserver.cel.Meter;
import dev.stowage.apiserver.cel.Shape;
import dev.stowage.apiserver.failure.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules of a schema and of everything in it, ready to be run. Parts without rules are left out.
final class Checks {
    private final JsonSchema schema;
    private final List<Check> own;
    private final Map<String, Checks> properties;
    private final Optional<Checks> additional;
    private final Optional<Checks> items;

    private Checks(
            JsonSchema schema,
            List<Check> own,
            Map<String, Checks> properties,
            Optional<Checks> additional,
            Optional<Checks> items) {
        this.schema = schema;
        this.own = own;
        this.properties = properties;
        this.additional = additional;
        this.items = items;
    }

    private record Check(Rule rule, Expression condition, Optional<Expression> message) {}

    /// Empty when there are no rules.
    ///
    /// @param resource whether the schema is that of whole objects
    static Optional<Checks> of(JsonSchema schema, boolean resource) throws InvalidExpressionException {
        List<Check> own = new ArrayList<>();
        if (!schema.rules().isEmpty()) {
            Shape self = Shapes.of(schema, resource);
            for (Rule rule : schema.rules()) {
                own.add(check(rule, self));
            }
        }
        Map<String, Checks> properties = new LinkedHashMap<>();
        for (var property : schema.properties().entrySet()) {
            of(property.getValue(), false).ifPresent(checks -> properties.put(property.getKey(), checks));
        }
        Optional<Checks> additional = part(schema.additional());
        Optional<Checks> items = part(schema.items());
        return own.isEmpty() && properties.isEmpty() && additional.isEmpty() && items.isEmpty()
                ? Optional.empty()
                : Optional.of(new Checks(schema, own, properties, additional, items));
    }

    private static Optional<Checks> part(Optional<JsonSchema> schema) throws InvalidExpressionException {
        return schema.isEmpty() ? Optional.empty() : of(schema.get(), false);
    }

    private static Check check(Rule rule, Shape self) throws InvalidExpressionException {
        Expression condition = Expression.compile(rule.expression(), self, rule.optionalOld(), Shape.BOOLEAN);
        Optional<Expression> message = rule.messageExpression().isEmpty()
                ? Optional.empty()
                : Optional.of(Expression.compile(rule.messageExpression(), self, rule.optionalOld(), Shape.TEXT));
        return new Check(rule, condition, message);
    }

    /// @param old what the value was before; missing when there was none
    /// @param path of the value; empty for a whole object
    void validate(JsonNode value, JsonNode old, String path, Budget budget, Problems problems) {
        if (value.isNull()) {
            return;
        }
        for (Check check : own) {
            if (budget.isSpent()) {
                return;
            }
            run(check, value, old, path, budget, problems);
        }
        if (value.isObject()) {
            value.properties().forEach(field -> {
                String key = field.getKey();
                JsonNode before = Correlation.value(schema, key, old);
                Checks property = properties.get(key);
                if (property != null) {
                    String name = path.isEmpty() ? key : path + "." + key;
                    property.validate(field.getValue(), before, name, budget, problems);
                } else if (additional.isPresent() && !schema.properties().containsKey(key)) {
                    String name = path + "[" + key + "]";
                    additional.get().validate(field.getValue(), before, name, budget, problems);
                }
            });
        }
        if (value.isArray() && items.isPresent()) {
            Map<List<JsonNode>, JsonNode> past = Correlation.items(schema, old);
            for (int i = 0; i < value.size(); i++) {
                JsonNode before = Correlation.item(schema, value.get(i), past);
                items.get().validate(value.get(i), before, path + "[" + i + "]", budget, problems);
            }
        }
    }

    private void run(Check check, JsonNode value, JsonNode old, String path, Budget budget, Problems problems) {
        Rule rule = check.rule();
        boolean transition = check.condition().usesOld();
        if (transition && (old.isMissingNode() || old.isNull()) && !rule.optionalOld()) {
            return;
        }
        Meter meter = budget.meter();
        try {
            if (check.condition().isTrue(value, old, meter)) {
                return;
            }
            // What an update leaves as it was is not refused.
            if (!transition && value.equals(old)) {
                return;
            }
            RuleFailure.broken(rule, detail(check, value, old, meter), schema, value, path, problems);
        } catch (EvaluationException e) {
            RuleFailure.failed(rule, e, meter.left() < 0, schema, path, problems);
        } finally {
            budget.took(meter);
        }
    }

    private static String detail(Check check, JsonNode value, JsonNode old, Meter meter) {
        if (check.message().isPresent()) {
            try {
                String text = check.message().get().text(value, old, meter).strip();
                if (!text.isEmpty() && text.indexOf('\n') < 0) {
                    return text;
                }
            } catch (EvaluationException _) {
                // The rule has been broken all the same; its plain message says so.
                return RuleFailure.message(check.rule());
            }
        }
        return RuleFailure.message(check.rule());
    }
}
