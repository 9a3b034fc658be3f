package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.cel.CelExpression;
import dev.stowage.cel.CelType;
import dev.stowage.cel.CostMeter;
import dev.stowage.cel.EvaluationException;
import dev.stowage.cel.InvalidExpressionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The compiled rules of a schema and its nested schemas. Schemas without rules are omitted.
public final class CelValidator {
    /// The limit of Kubernetes; instead of a longer message, that of the rule is shown.
    private static final int LONGEST_MESSAGE = 5 * 1024;

    private final JsonSchema schema;
    private final List<Check> own;
    private final Map<String, CelValidator> properties;
    private final Optional<CelValidator> additional;
    private final Optional<CelValidator> items;

    private CelValidator(
            JsonSchema schema,
            List<Check> own,
            Map<String, CelValidator> properties,
            Optional<CelValidator> additional,
            Optional<CelValidator> items) {
        this.schema = schema;
        this.own = own;
        this.properties = properties;
        this.additional = additional;
        this.items = items;
    }

    private record Check(ValidationRule validationRule, CelExpression condition, Optional<CelExpression> message) {}

    /// Empty if there are no rules.
    ///
    /// @param resource whether the schema is that of whole objects
    public static Optional<CelValidator> of(JsonSchema schema, boolean resource) throws InvalidExpressionException {
        List<Check> own = new ArrayList<>();
        if (!schema.rules().isEmpty()) {
            CelType self = SchemaCelTypes.of(schema, resource);
            for (ValidationRule validationRule : schema.rules()) {
                own.add(check(validationRule, self));
            }
        }
        Map<String, CelValidator> properties = new LinkedHashMap<>();
        for (var property : schema.properties().entrySet()) {
            of(property.getValue(), false).ifPresent(celValidator -> properties.put(property.getKey(), celValidator));
        }
        Optional<CelValidator> additional = part(schema.additional());
        Optional<CelValidator> items = part(schema.items());
        return own.isEmpty() && properties.isEmpty() && additional.isEmpty() && items.isEmpty()
                ? Optional.empty()
                : Optional.of(new CelValidator(schema, own, properties, additional, items));
    }

    private static Optional<CelValidator> part(Optional<JsonSchema> schema) throws InvalidExpressionException {
        return schema.isEmpty() ? Optional.empty() : of(schema.get(), false);
    }

    private static Check check(ValidationRule validationRule, CelType self) throws InvalidExpressionException {
        CelExpression condition =
                CelExpression.compile(validationRule.expression(), self, validationRule.optionalOld(), CelType.BOOLEAN);
        Optional<CelExpression> message = validationRule.messageExpression().isEmpty()
                ? Optional.empty()
                : Optional.of(CelExpression.compile(
                        validationRule.messageExpression(), self, validationRule.optionalOld(), CelType.TEXT));
        return new Check(validationRule, condition, message);
    }

    /// @param old the previous value; a missing node if there was none
    /// @param path of the value; empty for a whole object
    public void validate(JsonNode value, JsonNode old, String path, CostBudget costBudget, FieldErrors fieldErrors) {
        if (value.isNull()) {
            return;
        }
        for (Check check : own) {
            if (costBudget.isSpent()) {
                return;
            }
            run(check, value, old, path, costBudget, fieldErrors);
        }
        if (value.isObject()) {
            value.properties().forEach(field -> {
                String key = field.getKey();
                JsonNode before = CorrelatedValue.value(schema, key, old);
                CelValidator property = properties.get(key);
                if (property != null) {
                    String name = path.isEmpty() ? key : path + "." + key;
                    property.validate(field.getValue(), before, name, costBudget, fieldErrors);
                } else if (additional.isPresent() && !schema.properties().containsKey(key)) {
                    String name = path + "[" + FieldErrors.shortened(key) + "]";
                    additional.get().validate(field.getValue(), before, name, costBudget, fieldErrors);
                }
            });
        }
        if (value.isArray() && items.isPresent()) {
            Map<List<JsonNode>, JsonNode> past = CorrelatedValue.items(schema, old);
            for (int i = 0; i < value.size(); i++) {
                JsonNode before = CorrelatedValue.item(schema, value.get(i), past);
                items.get().validate(value.get(i), before, path + "[" + i + "]", costBudget, fieldErrors);
            }
        }
    }

    private void run(
            Check check, JsonNode value, JsonNode old, String path, CostBudget costBudget, FieldErrors fieldErrors) {
        ValidationRule validationRule = check.validationRule();
        boolean transition = check.condition().usesOld();
        if (transition && (old.isMissingNode() || old.isNull()) && !validationRule.optionalOld()) {
            return;
        }
        CostMeter costMeter = costBudget.costMeter();
        try {
            if (check.condition().isTrue(value, old, costMeter)) {
                return;
            }
            // A value that an update does not change is not rejected.
            if (!transition && value.equals(old)) {
                return;
            }
            ValidationRuleError.broken(
                    validationRule, detail(check, value, old, costMeter), schema, value, path, fieldErrors);
        } catch (EvaluationException e) {
            ValidationRuleError.failed(validationRule, e, costMeter.left() < 0, schema, path, fieldErrors);
        } finally {
            costBudget.took(costMeter);
        }
    }

    private static String detail(Check check, JsonNode value, JsonNode old, CostMeter costMeter) {
        if (check.message().isPresent()) {
            try {
                String text = check.message().get().text(value, old, costMeter).strip();
                if (!text.isEmpty() && text.indexOf('\n') < 0 && text.length() <= LONGEST_MESSAGE) {
                    return text;
                }
            } catch (EvaluationException _) {
                // The rule is violated anyway; report it with its static message.
                return ValidationRuleError.message(check.validationRule());
            }
        }
        return ValidationRuleError.message(check.validationRule());
    }
}
