package dev.stowage.apiserver.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.NodeKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Deprecated node labels and their replacements.
public final class DeprecatedNodeLabels {
    private static final Map<String, String> DEPRECATED = Map.of(
            "beta.kubernetes.io/arch",
            "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
            "beta.kubernetes.io/os",
            "deprecated since v1.14; use \"kubernetes.io/os\" instead",
            NodeKeys.BETA_REGION,
            "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
            NodeKeys.BETA_ZONE,
            "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
            "beta.kubernetes.io/instance-type",
            "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
            "app.kubernetes.io/created-by",
            "deprecated since v1.9",
            "scheduler.alpha.kubernetes.io/preferAvoidPods",
            "deprecated since v1.22; use Taints and Tolerations instead",
            "node-role.kubernetes.io/master",
            "use \"node-role.kubernetes.io/control-plane\" instead");

    private static final Map<String, String> RENAMED = Map.of(
            NodeKeys.BETA_ZONE,
            NodeKeys.TOPOLOGY_ZONE,
            NodeKeys.BETA_REGION,
            NodeKeys.TOPOLOGY_REGION,
            "beta.kubernetes.io/os",
            NodeKeys.OS,
            "beta.kubernetes.io/arch",
            NodeKeys.ARCH,
            "beta.kubernetes.io/instance-type",
            "node.kubernetes.io/instance-type");

    private DeprecatedNodeLabels() {}

    /// The warning about a deprecated label.
    public static Optional<String> warning(String key) {
        return Optional.ofNullable(DEPRECATED.get(key));
    }

    /// Warnings about the keys of a node selector.
    ///
    /// @param field of the selector
    public static List<String> warnings(JsonNode selector, String field) {
        List<String> warnings = new ArrayList<>();
        int i = 0;
        for (JsonNode term : JsonTree.list(selector, "nodeSelectorTerms")) {
            expressions(term, field + ".nodeSelectorTerms[" + i++ + "]", warnings);
        }
        return warnings;
    }

    /// Warnings about the keys of a label selector.
    public static List<String> labelWarnings(JsonNode selector, String field) {
        List<String> warnings = new ArrayList<>();
        expressions(selector, field, warnings);
        for (String key : JsonTree.texts(selector, "matchLabels").keySet()) {
            warning(key).ifPresent(warning -> warnings.add(field + ".matchLabels." + key + ": " + warning));
        }
        return warnings;
    }

    private static void expressions(JsonNode term, String field, List<String> warnings) {
        int i = 0;
        for (JsonNode expression : JsonTree.list(term, "matchExpressions")) {
            String key = JsonTree.text(expression, "key");
            String place = field + ".matchExpressions[" + i++ + "].key";
            warning(key).ifPresent(warning -> warnings.add("%s: %s is %s".formatted(place, key, warning)));
        }
    }

    /// Whether two node affinities of a volume are equal, or differ only in deprecated labels that were replaced.
    public static boolean same(JsonNode now, JsonNode before) {
        return now.equals(before) || now.equals(renamed(before, now));
    }

    /// The old affinity, with deprecated labels replaced where the other one has the new names.
    private static JsonNode renamed(JsonNode before, JsonNode now) {
        JsonNode copy = before.deepCopy();
        JsonNode terms = JsonTree.list(copy, "required", "nodeSelectorTerms");
        for (int i = 0; i < terms.size(); i++) {
            for (String list : List.of("matchExpressions", "matchFields")) {
                JsonNode expressions = JsonTree.list(terms.path(i), list);
                for (int j = 0; j < expressions.size(); j++) {
                    String key = JsonTree.text(
                            now.path("required")
                                    .path("nodeSelectorTerms")
                                    .path(i)
                                    .path(list)
                                    .path(j),
                            "key");
                    if (expressions.get(j) instanceof ObjectNode expression
                            && key.equals(RENAMED.get(JsonTree.text(expression, "key")))) {
                        expression.put("key", key);
                    }
                }
            }
        }
        return copy;
    }
}
