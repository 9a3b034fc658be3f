package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.crd.Definition.Version;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.pattern.InvalidPatternException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// The rules of one version of a definition.
final class VersionValidation {
    private static final List<String> TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final List<String> FORMATS =
            List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");
    private static final List<String> ROOT_FIELDS = List.of(
            "Description",
            "Type",
            "Format",
            "Title",
            "Maximum",
            "ExclusiveMaximum",
            "Minimum",
            "ExclusiveMinimum",
            "MaxLength",
            "MinLength",
            "Pattern",
            "MaxItems",
            "MinItems",
            "UniqueItems",
            "MultipleOf",
            "Required",
            "Items",
            "Properties",
            "ExternalDocs",
            "Example",
            "XPreserveUnknownFields",
            "XValidations");
    private static final Set<String> NOT_AT_ROOT = Set.of(
            "default",
            "enum",
            "maxProperties",
            "minProperties",
            "allOf",
            "oneOf",
            "anyOf",
            "not",
            "additionalProperties",
            "nullable",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type");

    private VersionValidation() {}

    static void validate(Version version, String path, Problems problems) {
        deprecation(version.tree(), path + ".deprecationWarning", problems);
        version.schema().ifPresent(schema -> {
            String place = path + ".schema.openAPIV3Schema";
            if (version.hasStatus()) {
                rootWithStatus(schema, path + ".schema", problems);
            }
            schema(schema, place, problems);
        });
        version.scale().ifPresent(scale -> scale(scale, path + ".subresources", problems));
        int index = 0;
        for (JsonNode column : Tree.list(version.tree(), "additionalPrinterColumns")) {
            column(column, "%s.additionalPrinterColumns[%d]".formatted(path, index++), problems);
        }
        SelectableFields.validate(version, path + ".selectableFields", problems);
    }

    private static void deprecation(JsonNode version, String path, Problems problems) {
        if (!Tree.has(version, "deprecationWarning")) {
            return;
        }
        String warning = Tree.text(version, "deprecationWarning");
        String shown = quoted(warning);
        if (!Tree.flag(version, "deprecated")) {
            problems.invalid(path, shown, "can only be set for deprecated versions");
            return;
        }
        if (warning.getBytes(StandardCharsets.UTF_8).length > 256) {
            problems.invalid(path, shown, "must be <= 256 characters long");
        }
        if (warning.isEmpty()) {
            problems.invalid(path, shown, "must not be an empty string");
        }
        for (int i = 0; i < warning.length(); i++) {
            if (Character.isISOControl(warning.charAt(i))) {
                problems.invalid(
                        path,
                        shown,
                        "must only contain printable UTF-8 characters; non-printable character found at index " + i);
                break;
            }
        }
    }

    /// The status is checked by itself, so that nothing at the root may speak about all of the object.
    private static void rootWithStatus(ObjectNode schema, String path, Problems problems) {
        String type = Tree.text(schema, "type");
        if (!type.isEmpty() && !type.equals("object")) {
            problems.invalid(
                    path + ".openAPIV3Schema.type",
                    quoted(type),
                    "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled");
        } else if (schema.properties().stream()
                .anyMatch(field -> NOT_AT_ROOT.contains(field.getKey()) && isSet(field.getValue()))) {
            problems.invalid(
                    path + ".openAPIV3Schema",
                    schema.toString(),
                    "only [%s] fields are allowed at the root of the schema if the status subresource is enabled"
                            .formatted(String.join(" ", ROOT_FIELDS)));
        }
    }

    private static boolean isSet(JsonNode value) {
        return value.isNumber()
                || value.asBoolean(false)
                || (!value.isBoolean() && !value.asText("x").isEmpty());
    }

    private static void schema(ObjectNode schema, String path, Problems problems) {
        if (Tree.flag(schema, "nullable")) {
            problems.forbidden(path + ".nullable", "nullable cannot be true at the root");
        }
        Problems structure = new Problems();
        Structure.validate(schema, path, structure);
        problems.addAll(structure);
        if (structure.isEmpty()) {
            try {
                PresetValidation.validate(JsonSchema.of(schema), path, problems);
            } catch (InvalidPatternException e) {
                problems.invalid(path, "\"\"", String.valueOf(e.getMessage()));
            }
        }
        SchemaRules.validate(schema, path, structure.isEmpty(), problems);
    }

    private static void scale(JsonNode scale, String path, Problems problems) {
        path(scale, "specReplicasPath", List.of(".spec."), "should be a json path under .spec", path, problems);
        path(scale, "statusReplicasPath", List.of(".status."), "should be a json path under .status", path, problems);
        if (!Tree.text(scale, "labelSelectorPath").isEmpty()) {
            path(
                    scale,
                    "labelSelectorPath",
                    List.of(".spec.", ".status."),
                    "should be a json path under either .spec or .status",
                    path,
                    problems);
        }
    }

    private static void path(
            JsonNode scale, String name, List<String> starts, String otherwise, String path, Problems problems) {
        String value = Tree.text(scale, name);
        String field = path + ".scale." + name;
        if (value.isEmpty()) {
            problems.required(field, "");
        } else if (!value.startsWith(".")) {
            problems.invalid(field, quoted(value), "must be a simple json path starting with .");
        } else if (starts.stream().noneMatch(value::startsWith)) {
            problems.invalid(field, quoted(value), otherwise);
        }
    }

    private static void column(JsonNode column, String path, Problems problems) {
        if (Tree.text(column, "name").isEmpty()) {
            problems.required(path + ".name", "");
        }
        String type = Tree.text(column, "type");
        String types = "must be one of " + String.join(",", TYPES);
        if (type.isEmpty()) {
            problems.required(path + ".type", types);
        } else if (!TYPES.contains(type)) {
            problems.invalid(path + ".type", quoted(type), types);
        }
        String format = Tree.text(column, "format");
        if (!format.isEmpty() && !FORMATS.contains(format)) {
            problems.invalid(path + ".format", quoted(format), "must be one of " + String.join(",", FORMATS));
        }
        String jsonPath = Tree.text(column, "jsonPath");
        if (jsonPath.isEmpty()) {
            problems.required(path + ".JSONPath", "");
        } else if (!jsonPath.startsWith(".")) {
            problems.invalid(path + ".JSONPath", quoted(jsonPath), "must be a simple json path starting with .");
        }
    }
}
