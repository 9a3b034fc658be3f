package dev.stowage.apiserver.apiextensions;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.apiextensions.schema.DefaultValidation;
import dev.stowage.apiserver.apiextensions.schema.JsonSchema;
import dev.stowage.apiserver.apiextensions.schema.SchemaExtensionValidation;
import dev.stowage.apiserver.apiextensions.schema.StructuralSchemaValidation;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.cel.regex.InvalidRegexException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// The rules of one version of a definition.
final class DefinitionVersionValidation {
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

    private DefinitionVersionValidation() {}

    static void validate(Version version, String path, FieldErrors fieldErrors) {
        deprecation(version.tree(), path + ".deprecationWarning", fieldErrors);
        version.schema().ifPresent(schema -> {
            String place = path + ".schema.openAPIV3Schema";
            if (version.hasStatus()) {
                rootWithStatus(schema, path + ".schema", fieldErrors);
            }
            schema(schema, place, fieldErrors);
        });
        version.scale().ifPresent(scale -> scale(scale, path + ".subresources", fieldErrors));
        int index = 0;
        for (JsonNode column : JsonTree.list(version.tree(), "additionalPrinterColumns")) {
            column(column, "%s.additionalPrinterColumns[%d]".formatted(path, index++), fieldErrors);
        }
        SelectableFields.validate(version, path + ".selectableFields", fieldErrors);
    }

    private static void deprecation(JsonNode version, String path, FieldErrors fieldErrors) {
        if (!JsonTree.has(version, "deprecationWarning")) {
            return;
        }
        String warning = JsonTree.text(version, "deprecationWarning");
        String shown = quoted(warning);
        if (!JsonTree.flag(version, "deprecated")) {
            fieldErrors.invalid(path, shown, "can only be set for deprecated versions");
            return;
        }
        if (warning.getBytes(StandardCharsets.UTF_8).length > 256) {
            fieldErrors.invalid(path, shown, "must be <= 256 characters long");
        }
        if (warning.isEmpty()) {
            fieldErrors.invalid(path, shown, "must not be an empty string");
        }
        for (int i = 0; i < warning.length(); i++) {
            if (Character.isISOControl(warning.charAt(i))) {
                fieldErrors.invalid(
                        path,
                        shown,
                        "must only contain printable UTF-8 characters; non-printable character found at index " + i);
                break;
            }
        }
    }

    /// The status is validated separately, so the root schema must not restrict the object as a whole.
    private static void rootWithStatus(ObjectNode schema, String path, FieldErrors fieldErrors) {
        String type = JsonTree.text(schema, "type");
        if (!type.isEmpty() && !type.equals("object")) {
            fieldErrors.invalid(
                    path + ".openAPIV3Schema.type",
                    quoted(type),
                    "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled");
        } else if (schema.properties().stream()
                .anyMatch(field -> NOT_AT_ROOT.contains(field.getKey()) && isSet(field.getValue()))) {
            fieldErrors.invalid(
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

    private static void schema(ObjectNode schema, String path, FieldErrors fieldErrors) {
        if (JsonTree.flag(schema, "nullable")) {
            fieldErrors.forbidden(path + ".nullable", "nullable cannot be true at the root");
        }
        FieldErrors structure = new FieldErrors();
        StructuralSchemaValidation.validate(schema, path, structure);
        fieldErrors.addAll(structure);
        if (structure.isEmpty()) {
            try {
                DefaultValidation.validate(JsonSchema.of(schema), path, fieldErrors);
            } catch (InvalidRegexException e) {
                fieldErrors.invalid(path, "\"\"", String.valueOf(e.getMessage()));
            }
        }
        SchemaExtensionValidation.validate(schema, path, structure.isEmpty(), fieldErrors);
    }

    private static void scale(JsonNode scale, String path, FieldErrors fieldErrors) {
        path(scale, "specReplicasPath", List.of(".spec."), "should be a json path under .spec", path, fieldErrors);
        path(
                scale,
                "statusReplicasPath",
                List.of(".status."),
                "should be a json path under .status",
                path,
                fieldErrors);
        if (!JsonTree.text(scale, "labelSelectorPath").isEmpty()) {
            path(
                    scale,
                    "labelSelectorPath",
                    List.of(".spec.", ".status."),
                    "should be a json path under either .spec or .status",
                    path,
                    fieldErrors);
        }
    }

    private static void path(
            JsonNode scale, String name, List<String> starts, String otherwise, String path, FieldErrors fieldErrors) {
        String value = JsonTree.text(scale, name);
        String field = path + ".scale." + name;
        if (value.isEmpty()) {
            fieldErrors.required(field, "");
        } else if (!value.startsWith(".")) {
            fieldErrors.invalid(field, quoted(value), "must be a simple json path starting with .");
        } else if (starts.stream().noneMatch(value::startsWith)) {
            fieldErrors.invalid(field, quoted(value), otherwise);
        }
    }

    private static void column(JsonNode column, String path, FieldErrors fieldErrors) {
        if (JsonTree.text(column, "name").isEmpty()) {
            fieldErrors.required(path + ".name", "");
        }
        String type = JsonTree.text(column, "type");
        String types = "must be one of " + String.join(",", TYPES);
        if (type.isEmpty()) {
            fieldErrors.required(path + ".type", types);
        } else if (!TYPES.contains(type)) {
            fieldErrors.invalid(path + ".type", quoted(type), types);
        }
        String format = JsonTree.text(column, "format");
        if (!format.isEmpty() && !FORMATS.contains(format)) {
            fieldErrors.invalid(path + ".format", quoted(format), "must be one of " + String.join(",", FORMATS));
        }
        String jsonPath = JsonTree.text(column, "jsonPath");
        if (jsonPath.isEmpty()) {
            fieldErrors.required(path + ".JSONPath", "");
        } else if (!jsonPath.startsWith(".")) {
            fieldErrors.invalid(path + ".JSONPath", quoted(jsonPath), "must be a simple json path starting with .");
        }
    }
}
