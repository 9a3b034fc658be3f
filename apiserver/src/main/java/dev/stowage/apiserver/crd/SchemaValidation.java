package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.apiserver.crd.JsonSchema.Logic;
import dev.stowage.apiserver.failure.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Compares values with their schema, in the words of Kubernetes.
///
/// A part of an object that an update leaves as it was is not refused, even when it would be refused new:
/// schemas become stricter while there are objects.
final class SchemaValidation {
    private static final JsonNode UNKNOWN = MissingNode.getInstance();

    private SchemaValidation() {}

    /// @param base the path of the value, empty for a whole object
    static void validate(JsonSchema schema, JsonNode value, String base, Problems problems) {
        check(schema, value, "", UNKNOWN).report(base, problems);
    }

    /// @param old what is replaced; missing when there was nothing
    static void validateUpdate(JsonSchema schema, JsonNode value, JsonNode old, String base, Problems problems) {
        check(schema, value, "", old).report(base, problems);
    }

    private static Findings check(JsonSchema schema, JsonNode value, String path, JsonNode old) {
        Findings findings = new Findings();
        if (checkType(schema, value, path, findings)) {
            findings.match();
        }
        if (value.isNull()) {
            checkChoices(schema, value, path, findings);
            return unlessSame(findings, value, old);
        }
        if (!schema.logic().isEmpty()) {
            combine(schema.logic(), value, path, findings, old);
        }
        findings.match();
        findings.match();
        if (value.isTextual()) {
            TextValidation.check(schema, value.textValue(), path, findings);
            findings.match();
        }
        if (value.isNumber()) {
            NumberValidation.check(schema, value, path, findings);
            findings.match();
            findings.match();
        }
        if (value instanceof ArrayNode list) {
            checkList(schema, list, path, findings, old);
            findings.match();
            findings.match();
        }
        checkChoices(schema, value, path, findings);
        findings.match();
        if (value.isObject()) {
            checkObject(schema, value, path, findings, old);
            findings.match();
        }
        findings.match();
        return unlessSame(findings, value, old);
    }

    private static Findings unlessSame(Findings findings, JsonNode value, JsonNode old) {
        return !findings.isEmpty() && value.equals(old) ? new Findings() : findings;
    }

    /// True when there is a type, and it fits.
    private static boolean checkType(JsonSchema schema, JsonNode value, String path, Findings findings) {
        List<String> wanted = schema.extensions().intOrString()
                ? List.of("integer", "string")
                : schema.type().isEmpty() ? List.of() : List.of(schema.type());
        if (wanted.isEmpty()) {
            return false;
        }
        findings.match();
        String found = Shown.type(value);
        boolean fits = switch (found) {
            case "null" -> schema.nullable();
            case "integer" -> wanted.contains("integer") || wanted.contains("number");
            case "number" ->
                wanted.contains("number") || (wanted.contains("integer") && NumberValidation.isWhole(value));
            default -> wanted.contains(found);
        };
        if (!fits) {
            findings.type(path, found, String.join(",", wanted));
        }
        return fits;
    }

    private static void checkChoices(JsonSchema schema, JsonNode value, String path, Findings findings) {
        if (schema.choices().isEmpty() || schema.choices().stream().anyMatch(choice -> same(choice, value))) {
            return;
        }
        findings.unsupported(
                path,
                Shown.value(value),
                schema.choices().stream()
                        .map(choice -> choice.isTextual() ? choice.textValue() : choice.toString())
                        .toList());
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return (one.isNumber() && other.isNumber())
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }

    private static void checkList(JsonSchema schema, ArrayNode list, String path, Findings findings, JsonNode old) {
        Optional<JsonSchema> items = schema.items();
        if (items.isPresent()) {
            Map<List<JsonNode>, JsonNode> past = Correlation.items(schema, old);
            for (int i = 0; i < list.size(); i++) {
                JsonNode before = Correlation.item(schema, list.get(i), past);
                findings.merge(check(items.get(), list.get(i), path + "[" + i + "]", before));
            }
        }
        Limits limits = schema.limits();
        if (list.size() < limits.minItems().orElse(0)) {
            findings.invalid(
                    path,
                    Integer.toString(list.size()),
                    "should have at least %d items".formatted(limits.minItems().getAsLong()));
        }
        if (list.size() > limits.maxItems().orElse(Long.MAX_VALUE)) {
            findings.tooMany(path, list.size(), limits.maxItems().getAsLong());
        }
        if (limits.uniqueItems()) {
            Set<JsonNode> seen = new HashSet<>();
            for (JsonNode item : list) {
                if (!seen.add(item)) {
                    findings.invalid(path, "\"\"", "shouldn't contain duplicates");
                    break;
                }
            }
        }
    }

    private static void checkObject(JsonSchema schema, JsonNode object, String path, Findings findings, JsonNode old) {
        Limits limits = schema.limits();
        if (object.size() < limits.minProperties().orElse(0)) {
            findings.invalid(
                    path,
                    Integer.toString(object.size()),
                    "should have at least %d properties"
                            .formatted(limits.minProperties().getAsLong()));
        }
        if (object.size() > limits.maxProperties().orElse(Long.MAX_VALUE)) {
            findings.tooMany(path, object.size(), limits.maxProperties().getAsLong());
        }
        for (var field : object.properties()) {
            String key = field.getKey();
            if (schema.properties().containsKey(key)) {
                continue;
            }
            if (schema.closed()) {
                findings.forbiddenProperty(path, key);
            } else if (schema.additional().isPresent()) {
                JsonNode before = Correlation.value(schema, key, old);
                findings.merge(check(schema.additional().get(), field.getValue(), path + "." + key, before));
            }
        }
        schema.properties().forEach((key, property) -> {
            if (object.has(key)) {
                String name = path.isEmpty() ? key : path + "." + key;
                // Both have been made the same version: whether these have changed cannot be seen.
                boolean hidden = path.isEmpty() && (key.equals("apiVersion") || key.equals("kind"));
                JsonNode before = hidden ? UNKNOWN : Correlation.value(schema, key, old);
                findings.merge(check(property, object.get(key), name, before));
            }
        });
        for (String key : schema.required()) {
            if (!object.has(key)) {
                findings.required(path + "." + key);
            }
        }
    }

    private static void combine(Logic logic, JsonNode value, String path, Findings findings, JsonNode old) {
        String shown = Problems.quoted(path);
        if (!logic.anyOf().isEmpty()) {
            List<Findings> results = each(logic.anyOf(), value, path, old);
            Optional<Findings> success =
                    results.stream().filter(Findings::isEmpty).findFirst();
            if (success.isEmpty()) {
                findings.combination(shown + " must validate at least one schema (anyOf)");
            }
            findings.merge(success.orElseGet(() -> best(results)));
        }
        if (!logic.oneOf().isEmpty()) {
            List<Findings> results = each(logic.oneOf(), value, path, old);
            long valid = results.stream().filter(Findings::isEmpty).count();
            if (valid != 1) {
                findings.combination(shown + " must validate one and only one schema (oneOf). "
                        + (valid == 0 ? "Found none valid" : "Found %d valid alternatives".formatted(valid)));
            }
            if (valid <= 1) {
                findings.merge(
                        results.stream().filter(Findings::isEmpty).findFirst().orElseGet(() -> best(results)));
            }
        }
        if (!logic.allOf().isEmpty()) {
            List<Findings> results = each(logic.allOf(), value, path, old);
            results.forEach(findings::merge);
            long valid = results.stream().filter(Findings::isEmpty).count();
            if (valid < results.size()) {
                findings.combination(
                        shown + " must validate all the schemas (allOf)" + (valid == 0 ? ". None validated" : ""));
            }
        }
        if (logic.not().isPresent()
                && check(logic.not().get(), value, path, UNKNOWN).isEmpty()) {
            findings.combination(shown + " must not validate the schema (not)");
        }
    }

    /// The value itself is not compared with the old one, its parts are.
    private static List<Findings> each(List<JsonSchema> schemas, JsonNode value, String path, JsonNode old) {
        JsonNode before = value.equals(old) ? UNKNOWN : old;
        List<Findings> results = new ArrayList<>();
        schemas.forEach(schema -> results.add(check(schema, value, path, before)));
        return results;
    }

    private static Findings best(List<Findings> results) {
        Findings best = results.getFirst();
        for (Findings one : results) {
            if (one.matches() > best.matches()) {
                best = one;
            }
        }
        return best;
    }
}
