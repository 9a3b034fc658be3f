package dev.stowage.apiserver.apiextensions.schema;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.cel.regex.GoRegex;
import dev.stowage.cel.regex.InvalidRegexException;
import java.util.List;
import java.util.Set;

/// A schema must be structural: the fields and their types are known without the values. What depends on
/// values, such as `anyOf`, may only restrict that; see [NestedValueValidation].
public final class StructuralSchemaValidation {
    private static final Set<String> NAMES = Set.of("name", "generateName");

    private StructuralSchemaValidation() {}

    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    public static void validate(ObjectNode schema, String path, FieldErrors fieldErrors) {
        check(schema, Level.ROOT, path, fieldErrors);
        NestedValueValidation.complete(schema, schema, path, path, fieldErrors);
    }

    private static void check(JsonNode schema, Level level, String path, FieldErrors fieldErrors) {
        String type = JsonTree.text(schema, "type");
        JsonNode items = schema.path("items");
        if (type.equals("array") && !items.isObject()) {
            fieldErrors.required(path + ".items", "must be specified");
        }
        if (items.isObject()) {
            check(items, Level.ITEM, path + ".items", fieldErrors);
        }
        schema.path("properties")
                .properties()
                .forEach(property -> check(
                        property.getValue(),
                        Level.FIELD,
                        "%s.properties[%s]".formatted(path, FieldErrors.shortened(property.getKey())),
                        fieldErrors));
        JsonNode additional = schema.path("additionalProperties");
        if (level == Level.ROOT && JsonTree.has(schema, "additionalProperties")) {
            fieldErrors.forbidden(path + ".additionalProperties", "must not be used at the root");
        }
        if (additional.isObject()) {
            check(additional, Level.FIELD, path + ".additionalProperties", fieldErrors);
        }
        extensions(schema, path, fieldErrors);
        NestedValueValidation.validate(
                schema,
                path,
                isIntOrString(schema),
                isIntOrString(schema.path("allOf").path(0)),
                fieldErrors);
        type(schema, type, level, path, fieldErrors);
        metadata(schema, level, path, fieldErrors);
        boolean embedded = JsonTree.flag(schema, "x-kubernetes-embedded-resource");
        if (embedded
                && !JsonTree.flag(schema, "x-kubernetes-preserve-unknown-fields")
                && schema.path("properties").isEmpty()) {
            fieldErrors.required(
                    path + ".properties",
                    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields");
        }
    }

    private static void extensions(JsonNode schema, String path, FieldErrors fieldErrors) {
        if (!JsonTree.flag(schema, "x-kubernetes-int-or-string")) {
            return;
        }
        for (String name : List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
            if (JsonTree.flag(schema, name)) {
                fieldErrors.invalid(path + "." + name, "true", "must be false if x-kubernetes-int-or-string is true");
            }
        }
    }

    private static void type(JsonNode schema, String type, Level level, String path, FieldErrors fieldErrors) {
        boolean embedded = JsonTree.flag(schema, "x-kubernetes-embedded-resource");
        String field = path + ".type";
        if (embedded && !type.equals("object")) {
            String rule = "must be object if x-kubernetes-embedded-resource is true";
            if (type.isEmpty()) {
                fieldErrors.required(field, rule);
            } else {
                fieldErrors.invalid(field, quoted(type), rule);
            }
        } else if (type.isEmpty()
                && !JsonTree.flag(schema, "x-kubernetes-int-or-string")
                && !JsonTree.flag(schema, "x-kubernetes-preserve-unknown-fields")) {
            fieldErrors.required(field, level.untyped);
        }
        if (embedded && JsonTree.has(schema, "additionalProperties")) {
            fieldErrors.forbidden(
                    path + ".additionalProperties", "must not be used if x-kubernetes-embedded-resource is set");
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            fieldErrors.invalid(field, quoted(type), "must be object at the root");
        }
    }

    private static void metadata(JsonNode schema, Level level, String path, FieldErrors fieldErrors) {
        boolean isResource = level == Level.ROOT || JsonTree.flag(schema, "x-kubernetes-embedded-resource");
        JsonNode properties = schema.path("properties");
        for (String name : List.of("kind", "apiVersion")) {
            String type = JsonTree.text(properties, name, "type");
            if (isResource && properties.has(name) && !type.equals("string")) {
                fieldErrors.invalid("%s.properties[%s].type".formatted(path, name), quoted(type), "must be string");
            }
        }
        if (!properties.has("metadata")) {
            return;
        }
        String place = path + ".properties[metadata]";
        JsonNode metadata = properties.get("metadata");
        String type = JsonTree.text(metadata, "type");
        if (isResource && !type.equals("object")) {
            fieldErrors.invalid(place + ".type", quoted(type), "must be object");
        }
        if (level == Level.ROOT && saysMore(metadata)) {
            fieldErrors.forbidden(
                    place,
                    "must not specify anything other than name and generateName, but metadata is implicitly specified");
        }
    }

    private static boolean saysMore(JsonNode metadata) {
        return metadata.properties().stream().anyMatch(field -> switch (field.getKey()) {
            case "type", "default" -> false;
            case "properties" ->
                field.getValue().properties().stream().anyMatch(property -> !NAMES.contains(property.getKey()));
            default -> !field.getValue().isNull();
        });
    }

    /// The one use of types under `anyOf` that is allowed.
    private static boolean isIntOrString(JsonNode schema) {
        JsonNode any = schema.path("anyOf");
        return any.size() == 2
                && any.get(0).size() == 1
                && any.get(1).size() == 1
                && JsonTree.text(any.get(0), "type").equals("integer")
                && JsonTree.text(any.get(1), "type").equals("string");
    }

    static void pattern(JsonNode schema, String path, FieldErrors fieldErrors) {
        String pattern = JsonTree.text(schema, "pattern");
        try {
            GoRegex.compile(pattern);
        } catch (InvalidRegexException e) {
            fieldErrors.invalid(
                    path + ".pattern",
                    quoted(pattern),
                    "must be a valid regular expression, but isn't: " + e.getMessage());
        }
    }
}
