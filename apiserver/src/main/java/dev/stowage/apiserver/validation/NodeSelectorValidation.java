package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.validation.NameValidation;

/// Validates node selectors in the affinities of pods and volumes.
public final class NodeSelectorValidation {
    private NodeSelectorValidation() {}

    /// @param lenient accepts invalid label values, for objects that already have some
    public static void validate(JsonNode selector, boolean lenient, String field, FieldErrors fieldErrors) {
        JsonNode terms = JsonTree.list(selector, "nodeSelectorTerms");
        if (terms.isEmpty()) {
            fieldErrors.required(field + ".nodeSelectorTerms", "must have at least one node selector term");
            return;
        }
        int i = 0;
        for (JsonNode term : terms) {
            term(term, lenient, field + ".nodeSelectorTerms[" + i++ + "]", fieldErrors);
        }
    }

    public static void term(JsonNode term, boolean lenient, String field, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode expression : JsonTree.list(term, "matchExpressions")) {
            expression(expression, lenient, field + ".matchExpressions[" + i++ + "]", fieldErrors);
        }
        i = 0;
        for (JsonNode one : JsonTree.list(term, "matchFields")) {
            matchField(one, field + ".matchFields[" + i++ + "]", fieldErrors);
        }
    }

    private static void expression(JsonNode expression, boolean lenient, String field, FieldErrors fieldErrors) {
        JsonNode values = JsonTree.list(expression, "values");
        String operator = JsonTree.text(expression, "operator");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    fieldErrors.required(field + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    fieldErrors.forbidden(
                            field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    fieldErrors.required(
                            field + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> fieldErrors.invalid(field + ".operator", quoted(operator), "not a valid selector operator");
        }
        LabelValidation.key(JsonTree.text(expression, "key"), field + ".key", fieldErrors);
        if (!lenient) {
            int i = 0;
            for (JsonNode value : values) {
                LabelValidation.value(value.asText(), field + ".values[" + i++ + "]", fieldErrors);
            }
        }
    }

    private static void matchField(JsonNode expression, String field, FieldErrors fieldErrors) {
        JsonNode values = JsonTree.list(expression, "values");
        String operator = JsonTree.text(expression, "operator");
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            fieldErrors.invalid(field + ".operator", quoted(operator), "not a valid selector operator");
        } else if (values.size() != 1) {
            fieldErrors.required(
                    field + ".values",
                    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        String key = JsonTree.text(expression, "key");
        if (!key.equals("metadata.name")) {
            fieldErrors.invalid(field + ".key", quoted(key), "not a valid field selector key");
            return;
        }
        int i = 0;
        for (JsonNode value : values) {
            String place = field + ".values[" + i++ + "]";
            NameValidation.dnsSubdomain(value.asText())
                    .forEach(violation -> fieldErrors.invalid(place, quoted(value.asText()), violation));
        }
    }

    /// Whether a selector already has invalid label values.
    public static boolean hasMistakenValue(JsonNode selector) {
        for (JsonNode term : JsonTree.list(selector, "nodeSelectorTerms")) {
            if (LabelValidation.hasMistakenValue(term)) {
                return true;
            }
        }
        return false;
    }
}
