package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.LabelValidation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The allowed topologies of a class.
final class AllowedTopologyValidation {
    private AllowedTopologyValidation() {}

    static void validate(JsonNode topologies, FieldErrors fieldErrors) {
        Set<Map<String, Set<String>>> before = new HashSet<>();
        int i = 0;
        for (JsonNode term : topologies) {
            String field = "allowedTopologies[" + i++ + "].matchLabelExpressions";
            if (!before.add(expressions(term, field, fieldErrors))) {
                fieldErrors.duplicate(field, "\"\"");
            }
        }
    }

    private static Map<String, Set<String>> expressions(JsonNode term, String field, FieldErrors fieldErrors) {
        Map<String, Set<String>> found = new HashMap<>();
        int i = 0;
        for (JsonNode expression : JsonTree.list(term, "matchLabelExpressions")) {
            String place = field + "[" + i++ + "]";
            Set<String> values = values(JsonTree.list(expression, "values"), place + ".values", fieldErrors);
            String key = JsonTree.text(expression, "key");
            LabelValidation.key(key, place + ".key", fieldErrors);
            if (found.put(key, values) != null) {
                fieldErrors.duplicate(place + ".key", quoted(key));
            }
        }
        return found;
    }

    private static Set<String> values(JsonNode values, String field, FieldErrors fieldErrors) {
        if (values.isEmpty()) {
            fieldErrors.required(field, "");
        }
        Set<String> found = new HashSet<>();
        int i = 0;
        for (JsonNode value : values) {
            if (!found.add(value.asText())) {
                fieldErrors.duplicate(field + "[" + i + "]", quoted(value.asText()));
            }
            i++;
        }
        return found;
    }
}
