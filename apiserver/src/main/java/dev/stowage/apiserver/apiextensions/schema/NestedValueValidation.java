package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// Validates `allOf`, `anyOf`, `oneOf` and `not`: they may restrict values, but not define fields or types.
final class NestedValueValidation {
    private static final List<String> LISTS = List.of("anyOf", "allOf", "oneOf");

    private static final List<String> EMPTY = List.of("type", "title", "description", "x-kubernetes-list-map-keys");
    private static final List<String> UNDEFINED =
            List.of("default", "x-kubernetes-list-type", "x-kubernetes-map-type", "additionalProperties");
    private static final List<String> FALSE = List.of(
            "nullable",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string");

    private NestedValueValidation() {}

    /// @param skipAny whether its `anyOf` only lists the two types of an int-or-string
    /// @param skipFirst the same for its first `allOf`
    static void validate(JsonNode schema, String path, boolean skipAny, boolean skipFirst, FieldErrors fieldErrors) {
        for (String name : LISTS) {
            if (skipAny && name.equals("anyOf")) {
                continue;
            }
            JsonNode list = schema.path(name);
            for (int i = 0; i < list.size(); i++) {
                boolean skip = skipFirst && i == 0 && name.equals("allOf");
                nested(list.get(i), "%s.%s[%d]".formatted(path, name, i), skip, fieldErrors);
            }
        }
        if (schema.path("not").isObject()) {
            nested(schema.path("not"), path + ".not", false, fieldErrors);
        }
        StructuralSchemaValidation.pattern(schema, path, fieldErrors);
    }

    private static void nested(JsonNode schema, String path, boolean skipAny, FieldErrors fieldErrors) {
        validate(schema, path, skipAny, false, fieldErrors);
        if (schema.path("items").isObject()) {
            nested(schema.path("items"), path + ".items", false, fieldErrors);
        }
        JsonNode properties = schema.path("properties");
        properties
                .properties()
                .forEach(property -> nested(
                        property.getValue(),
                        "%s.properties[%s]".formatted(path, FieldErrors.shortened(property.getKey())),
                        false,
                        fieldErrors));
        for (String name : EMPTY) {
            if (!schema.path(name).asText().isEmpty() || !schema.path(name).isEmpty()) {
                fieldErrors.forbidden(path + "." + name, "must be empty to be structural");
            }
        }
        for (String name : UNDEFINED) {
            JsonNode value = schema.path(name);
            if (JsonTree.has(schema, name) && (!value.isBoolean() || value.booleanValue())) {
                fieldErrors.forbidden(path + "." + name, "must be undefined to be structural");
            }
        }
        for (String name : FALSE) {
            if (JsonTree.flag(schema, name)) {
                fieldErrors.forbidden(path + "." + name, "must be false to be structural");
            }
        }
        if (!schema.path("x-kubernetes-validations").isEmpty()) {
            fieldErrors.forbidden(path + ".x-kubernetes-validations", "must be empty to be structural");
        }
        if (properties.has("metadata")) {
            fieldErrors.forbidden(path + ".properties[metadata]", "must not be specified in a nested context");
        }
    }

    /// Each field that a nested schema uses must be defined outside of it.
    ///
    /// @param outer the structure that the schema is about
    static void complete(JsonNode schema, JsonNode outer, String outerPath, String path, FieldErrors fieldErrors) {
        if (schema.path("not").isObject()) {
            inner(schema.path("not"), outer, outerPath, path + ".not", fieldErrors);
        }
        for (String name : LISTS) {
            JsonNode list = schema.path(name);
            for (int i = 0; i < list.size(); i++) {
                inner(list.get(i), outer, outerPath, "%s.%s[%d]".formatted(path, name, i), fieldErrors);
            }
        }
    }

    private static void inner(JsonNode schema, JsonNode outer, String outerPath, String path, FieldErrors fieldErrors) {
        if (outer instanceof MissingNode) {
            fieldErrors.required(outerPath, "because it is defined in " + path);
            return;
        }
        complete(schema, outer, outerPath, path, fieldErrors);
        if (schema.path("items").isObject()) {
            inner(schema.path("items"), outer.path("items"), outerPath + ".items", path + ".items", fieldErrors);
        }
        schema.path("properties").properties().forEach(property -> {
            String step = ".properties[%s]".formatted(FieldErrors.shortened(property.getKey()));
            JsonNode known = outer.path("properties").path(property.getKey());
            inner(property.getValue(), known, outerPath + step, path + step, fieldErrors);
        });
    }
}
