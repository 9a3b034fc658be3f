package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.apiextensions.schema.JsonValueText;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ScalePaths;
import java.util.List;
import java.util.Optional;

/// The fields that `scale` reads must be numbers.
final class ScaleValidation {
    private ScaleValidation() {}

    static Optional<ScalePaths> of(Version version) {
        return version.scale().map(scale -> {
            String selector = JsonTree.text(scale, "labelSelectorPath");
            String[] path = steps(selector).toArray(String[]::new);
            return new ScalePaths(
                    steps(JsonTree.text(scale, "specReplicasPath")),
                    steps(JsonTree.text(scale, "statusReplicasPath")),
                    object -> selector.isEmpty() ? "" : JsonTree.text(object, path));
        });
    }

    private static List<String> steps(String path) {
        return List.of((path.startsWith(".") ? path.substring(1) : path).split("\\.", -1));
    }

    static void validate(Version version, JsonNode object, boolean all, FieldErrors fieldErrors) {
        version.scale().ifPresent(scale -> {
            if (all) {
                number(object, JsonTree.text(scale, "specReplicasPath"), fieldErrors);
            }
            number(object, JsonTree.text(scale, "statusReplicasPath"), fieldErrors);
        });
    }

    private static void number(JsonNode object, String path, FieldErrors fieldErrors) {
        JsonNode value = object;
        for (String step : steps(path)) {
            if (!value.isObject()) {
                mismatch(path, value, "map[string]interface{}", fieldErrors);
                return;
            }
            value = value.path(step);
            if (value.isMissingNode()) {
                return;
            }
        }
        if (!value.isIntegralNumber()) {
            mismatch(path, value, "int64", fieldErrors);
        } else if (value.longValue() < 0) {
            fieldErrors.invalid(path, value.asText(), "should be a non-negative integer");
        } else if (value.longValue() > Integer.MAX_VALUE) {
            fieldErrors.invalid(path, value.asText(), "should be less than or equal to " + Integer.MAX_VALUE);
        }
    }

    private static void mismatch(String path, JsonNode value, String wanted, FieldErrors fieldErrors) {
        String shown = value.isTextual() ? value.textValue() : value.isNull() ? "<nil>" : value.toString();
        String type = switch (JsonValueText.type(value)) {
            case "integer" -> "int64";
            case "number" -> "float64";
            case "boolean" -> "bool";
            case "array" -> "[]interface {}";
            case "object" -> "map[string]interface {}";
            case "null" -> "<nil>";
            default -> "string";
        };
        fieldErrors.invalid(
                path, "0", "%s accessor error: %s is of the type %s, expected %s".formatted(path, shown, type, wanted));
    }
}
