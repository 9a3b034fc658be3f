package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;

/// Selectors of nodes, as affinities of pods and volumes hold them.
public final class NodeSelectors {
    private NodeSelectors() {}

    /// @param lenient takes values that no label can have, for objects that already hold such
    public static void validate(JsonNode selector, boolean lenient, String field, Problems problems) {
        JsonNode terms = Tree.list(selector, "nodeSelectorTerms");
        if (terms.isEmpty()) {
            problems.required(field + ".nodeSelectorTerms", "must have at least one node selector term");
            return;
        }
        int i = 0;
        for (JsonNode term : terms) {
            term(term, lenient, field + ".nodeSelectorTerms[" + i++ + "]", problems);
        }
    }

    public static void term(JsonNode term, boolean lenient, String field, Problems problems) {
        int i = 0;
        for (JsonNode expression : Tree.list(term, "matchExpressions")) {
            expression(expression, lenient, field + ".matchExpressions[" + i++ + "]", problems);
        }
        i = 0;
        for (JsonNode one : Tree.list(term, "matchFields")) {
            matchField(one, field + ".matchFields[" + i++ + "]", problems);
        }
    }

    private static void expression(JsonNode expression, boolean lenient, String field, Problems problems) {
        JsonNode values = Tree.list(expression, "values");
        String operator = Tree.text(expression, "operator");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    problems.required(field + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    problems.forbidden(
                            field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    problems.required(
                            field + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> problems.invalid(field + ".operator", quoted(operator), "not a valid selector operator");
        }
        Labels.key(Tree.text(expression, "key"), field + ".key", problems);
        if (!lenient) {
            int i = 0;
            for (JsonNode value : values) {
                Labels.value(value.asText(), field + ".values[" + i++ + "]", problems);
            }
        }
    }

    private static void matchField(JsonNode expression, String field, Problems problems) {
        JsonNode values = Tree.list(expression, "values");
        String operator = Tree.text(expression, "operator");
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            problems.invalid(field + ".operator", quoted(operator), "not a valid selector operator");
        } else if (values.size() != 1) {
            problems.required(
                    field + ".values",
                    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        String key = Tree.text(expression, "key");
        if (!key.equals("metadata.name")) {
            problems.invalid(field + ".key", quoted(key), "not a valid field selector key");
            return;
        }
        int i = 0;
        for (JsonNode value : values) {
            String place = field + ".values[" + i++ + "]";
            Names.dnsSubdomain(value.asText())
                    .forEach(mistake -> problems.invalid(place, quoted(value.asText()), mistake));
        }
    }

    /// Whether a selector already holds values that no label can have.
    public static boolean hasMistakenValue(JsonNode selector) {
        for (JsonNode term : Tree.list(selector, "nodeSelectorTerms")) {
            if (Labels.hasMistakenValue(term)) {
                return true;
            }
        }
        return false;
    }
}
