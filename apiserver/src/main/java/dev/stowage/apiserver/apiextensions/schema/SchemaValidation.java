package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.apiserver.apiextensions.schema.JsonSchema.Logic;
import dev.stowage.apiserver.errors.FieldErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Validates values against their schema, with the messages of Kubernetes.
///
/// A part of an object that an update does not change is not rejected, even if it would be invalid in a new
/// object: a schema may become stricter while objects exist (ratcheting).
public final class SchemaValidation {
    private static final JsonNode UNKNOWN = MissingNode.getInstance();

    private SchemaValidation() {}

    /// @param base the path of the value, empty for a whole object
    static void validate(JsonSchema schema, JsonNode value, String base, FieldErrors fieldErrors) {
        check(schema, value, "", UNKNOWN).report(base, fieldErrors);
    }

    /// @param old the previous value; a missing node if there was none
    public static void validateUpdate(
            JsonSchema schema, JsonNode value, JsonNode old, String base, FieldErrors fieldErrors) {
        check(schema, value, "", old).report(base, fieldErrors);
    }

    private static ValidationResult check(JsonSchema schema, JsonNode value, String path, JsonNode old) {
        ValidationResult validationResult = new ValidationResult();
        if (checkType(schema, value, path, validationResult)) {
            validationResult.match();
        }
        if (value.isNull()) {
            checkChoices(schema, value, path, validationResult);
            return unlessSame(validationResult, value, old);
        }
        if (!schema.logic().isEmpty()) {
            combine(schema.logic(), value, path, validationResult, old);
        }
        validationResult.match();
        validationResult.match();
        if (value.isTextual()) {
            StringValidation.check(schema, value.textValue(), path, validationResult);
            validationResult.match();
        }
        if (value.isNumber()) {
            NumberValidation.check(schema, value, path, validationResult);
            validationResult.match();
            validationResult.match();
        }
        if (value instanceof ArrayNode list) {
            checkList(schema, list, path, validationResult, old);
            validationResult.match();
            validationResult.match();
        }
        checkChoices(schema, value, path, validationResult);
        validationResult.match();
        if (value.isObject()) {
            checkObject(schema, value, path, validationResult, old);
            validationResult.match();
        }
        validationResult.match();
        return unlessSame(validationResult, value, old);
    }

    private static ValidationResult unlessSame(ValidationResult validationResult, JsonNode value, JsonNode old) {
        return !validationResult.isEmpty() && value.equals(old) ? new ValidationResult() : validationResult;
    }

    /// True if the schema has a type and the value matches it.
    private static boolean checkType(
            JsonSchema schema, JsonNode value, String path, ValidationResult validationResult) {
        List<String> wanted = schema.extensions().intOrString()
                ? List.of("integer", "string")
                : schema.type().isEmpty() ? List.of() : List.of(schema.type());
        if (wanted.isEmpty()) {
            return false;
        }
        validationResult.match();
        String found = JsonValueText.type(value);
        boolean fits = switch (found) {
            case "null" -> schema.nullable();
            case "integer" -> wanted.contains("integer") || wanted.contains("number");
            case "number" ->
                wanted.contains("number") || (wanted.contains("integer") && NumberValidation.isWhole(value));
            default -> wanted.contains(found);
        };
        if (!fits) {
            validationResult.type(path, found, String.join(",", wanted));
        }
        return fits;
    }

    private static void checkChoices(
            JsonSchema schema, JsonNode value, String path, ValidationResult validationResult) {
        if (schema.choices().isEmpty() || schema.choices().stream().anyMatch(choice -> same(choice, value))) {
            return;
        }
        validationResult.unsupported(
                path,
                JsonValueText.value(value),
                schema.choices().stream()
                        .map(choice -> choice.isTextual() ? choice.textValue() : choice.toString())
                        .toList());
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return (one.isNumber() && other.isNumber())
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }

    private static void checkList(
            JsonSchema schema, ArrayNode list, String path, ValidationResult validationResult, JsonNode old) {
        Optional<JsonSchema> items = schema.items();
        if (items.isPresent()) {
            Map<List<JsonNode>, JsonNode> past = CorrelatedValue.items(schema, old);
            for (int i = 0; i < list.size(); i++) {
                JsonNode before = CorrelatedValue.item(schema, list.get(i), past);
                validationResult.merge(check(items.get(), list.get(i), path + "[" + i + "]", before));
            }
        }
        ValueBounds valueBounds = schema.valueBounds();
        if (list.size() < valueBounds.minItems().orElse(0)) {
            validationResult.invalid(
                    path,
                    Integer.toString(list.size()),
                    "should have at least %d items"
                            .formatted(valueBounds.minItems().getAsLong()));
        }
        if (list.size() > valueBounds.maxItems().orElse(Long.MAX_VALUE)) {
            validationResult.tooMany(path, list.size(), valueBounds.maxItems().getAsLong());
        }
        if (valueBounds.uniqueItems()) {
            Set<JsonNode> seen = new HashSet<>();
            for (JsonNode item : list) {
                if (!seen.add(item)) {
                    validationResult.invalid(path, "\"\"", "shouldn't contain duplicates");
                    break;
                }
            }
        }
    }

    private static void checkObject(
            JsonSchema schema, JsonNode object, String path, ValidationResult validationResult, JsonNode old) {
        ValueBounds valueBounds = schema.valueBounds();
        if (object.size() < valueBounds.minProperties().orElse(0)) {
            validationResult.invalid(
                    path,
                    Integer.toString(object.size()),
                    "should have at least %d properties"
                            .formatted(valueBounds.minProperties().getAsLong()));
        }
        if (object.size() > valueBounds.maxProperties().orElse(Long.MAX_VALUE)) {
            validationResult.tooMany(
                    path, object.size(), valueBounds.maxProperties().getAsLong());
        }
        for (var field : object.properties()) {
            String key = field.getKey();
            if (schema.properties().containsKey(key)) {
                continue;
            }
            if (schema.closed()) {
                validationResult.forbiddenProperty(path, key);
            } else if (schema.additional().isPresent()) {
                JsonNode before = CorrelatedValue.value(schema, key, old);
                String name = path + "." + FieldErrors.shortened(key);
                validationResult.merge(check(schema.additional().get(), field.getValue(), name, before));
            }
        }
        schema.properties().forEach((key, property) -> {
            if (object.has(key)) {
                String name = path.isEmpty() ? key : path + "." + key;
                // Both were converted to the same version, so a change of these fields is not visible.
                boolean hidden = path.isEmpty() && (key.equals("apiVersion") || key.equals("kind"));
                JsonNode before = hidden ? UNKNOWN : CorrelatedValue.value(schema, key, old);
                validationResult.merge(check(property, object.get(key), name, before));
            }
        });
        for (String key : schema.required()) {
            if (!object.has(key)) {
                validationResult.required(path + "." + key);
            }
        }
    }

    private static void combine(
            Logic logic, JsonNode value, String path, ValidationResult validationResult, JsonNode old) {
        String shown = FieldErrors.quoted(path);
        if (!logic.anyOf().isEmpty()) {
            List<ValidationResult> results = each(logic.anyOf(), value, path, old);
            Optional<ValidationResult> success =
                    results.stream().filter(ValidationResult::isEmpty).findFirst();
            if (success.isEmpty()) {
                validationResult.combination(shown + " must validate at least one schema (anyOf)");
            }
            validationResult.merge(success.orElseGet(() -> best(results)));
        }
        if (!logic.oneOf().isEmpty()) {
            List<ValidationResult> results = each(logic.oneOf(), value, path, old);
            long valid = results.stream().filter(ValidationResult::isEmpty).count();
            if (valid != 1) {
                validationResult.combination(shown + " must validate one and only one schema (oneOf). "
                        + (valid == 0 ? "Found none valid" : "Found %d valid alternatives".formatted(valid)));
            }
            if (valid <= 1) {
                validationResult.merge(results.stream()
                        .filter(ValidationResult::isEmpty)
                        .findFirst()
                        .orElseGet(() -> best(results)));
            }
        }
        if (!logic.allOf().isEmpty()) {
            List<ValidationResult> results = each(logic.allOf(), value, path, old);
            results.forEach(validationResult::merge);
            long valid = results.stream().filter(ValidationResult::isEmpty).count();
            if (valid < results.size()) {
                validationResult.combination(
                        shown + " must validate all the schemas (allOf)" + (valid == 0 ? ". None validated" : ""));
            }
        }
        if (logic.not().isPresent()
                && check(logic.not().get(), value, path, UNKNOWN).isEmpty()) {
            validationResult.combination(shown + " must not validate the schema (not)");
        }
    }

    /// Compares only the parts of the value with the old one, not the value itself.
    private static List<ValidationResult> each(List<JsonSchema> schemas, JsonNode value, String path, JsonNode old) {
        JsonNode before = value.equals(old) ? UNKNOWN : old;
        List<ValidationResult> results = new ArrayList<>();
        schemas.forEach(schema -> results.add(check(schema, value, path, before)));
        return results;
    }

    private static ValidationResult best(List<ValidationResult> results) {
        ValidationResult best = results.getFirst();
        for (ValidationResult one : results) {
            if (one.matches() > best.matches()) {
                best = one;
            }
        }
        return best;
    }
}
