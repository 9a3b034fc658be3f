package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.crd.Definition.Version;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Scale;
import java.util.List;
import java.util.Optional;

/// What `scale` reads must be numbers.
final class ScaleValidation {
    private ScaleValidation() {}

    static Optional<Scale> of(Version version) {
        return version.scale().map(scale -> {
            String selector = Tree.text(scale, "labelSelectorPath");
            String[] path = steps(selector).toArray(String[]::new);
            return new Scale(
                    steps(Tree.text(scale, "specReplicasPath")),
                    steps(Tree.text(scale, "statusReplicasPath")),
                    object -> selector.isEmpty() ? "" : Tree.text(object, path));
        });
    }

    private static List<String> steps(String path) {
        return List.of((path.startsWith(".") ? path.substring(1) : path).split("\\.", -1));
    }

    static void validate(Version version, JsonNode object, boolean all, Problems problems) {
        version.scale().ifPresent(scale -> {
            if (all) {
                number(object, Tree.text(scale, "specReplicasPath"), problems);
            }
            number(object, Tree.text(scale, "statusReplicasPath"), problems);
        });
    }

    private static void number(JsonNode object, String path, Problems problems) {
        JsonNode value = object;
        for (String step : steps(path)) {
            if (!value.isObject()) {
                mismatch(path, value, "map[string]interface{}", problems);
                return;
            }
            value = value.path(step);
            if (value.isMissingNode()) {
                return;
            }
        }
        if (!value.isIntegralNumber()) {
            mismatch(path, value, "int64", problems);
        } else if (value.longValue() < 0) {
            problems.invalid(path, value.asText(), "should be a non-negative integer");
        } else if (value.longValue() > Integer.MAX_VALUE) {
            problems.invalid(path, value.asText(), "should be less than or equal to " + Integer.MAX_VALUE);
        }
    }

    private static void mismatch(String path, JsonNode value, String wanted, Problems problems) {
        String shown = value.isTextual() ? value.textValue() : value.isNull() ? "<nil>" : value.toString();
        String type = switch (Shown.type(value)) {
            case "integer" -> "int64";
            case "number" -> "float64";
            case "boolean" -> "bool";
            case "array" -> "[]interface {}";
            case "object" -> "map[string]interface {}";
            case "null" -> "<nil>";
            default -> "string";
        };
        problems.invalid(
                path, "0", "%s accessor error: %s is of the type %s, expected %s".formatted(path, shown, type, wanted));
    }
}
