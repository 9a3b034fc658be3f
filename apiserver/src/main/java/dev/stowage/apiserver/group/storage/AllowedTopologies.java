package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Labels;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Where volumes of a class may be made.
final class AllowedTopologies {
    private AllowedTopologies() {}

    static void validate(JsonNode topologies, Problems problems) {
        Set<Map<String, Set<String>>> before = new HashSet<>();
        int i = 0;
        for (JsonNode term : topologies) {
            String field = "allowedTopologies[" + i++ + "].matchLabelExpressions";
            if (!before.add(expressions(term, field, problems))) {
                problems.duplicate(field, "\"\"");
            }
        }
    }

    private static Map<String, Set<String>> expressions(JsonNode term, String field, Problems problems) {
        Map<String, Set<String>> found = new HashMap<>();
        int i = 0;
        for (JsonNode expression : Tree.list(term, "matchLabelExpressions")) {
            String place = field + "[" + i++ + "]";
            Set<String> values = values(Tree.list(expression, "values"), place + ".values", problems);
            String key = Tree.text(expression, "key");
            Labels.key(key, place + ".key", problems);
            if (found.put(key, values) != null) {
                problems.duplicate(place + ".key", quoted(key));
            }
        }
        return found;
    }

    private static Set<String> values(JsonNode values, String field, Problems problems) {
        if (values.isEmpty()) {
            problems.required(field, "");
        }
        Set<String> found = new HashSet<>();
        int i = 0;
        for (JsonNode value : values) {
            if (!found.add(value.asText())) {
                problems.duplicate(field + "[" + i + "]", quoted(value.asText()));
            }
            i++;
        }
        return found;
    }
}
