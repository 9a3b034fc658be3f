package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// What stands under `allOf`, `anyOf`, `oneOf` and `not`: it may compare values, but neither say what
/// fields there are nor of what type they are.
final class Nested {
    private static final List<String> LISTS = List.of("anyOf", "allOf", "oneOf");

    private static final List<String> EMPTY = List.of("type", "title", "description", "x-kubernetes-list-map-keys");
    private static final List<String> UNDEFINED =
            List.of("default", "x-kubernetes-list-type", "x-kubernetes-map-type", "additionalProperties");
    private static final List<String> FALSE = List.of(
            "nullable",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string");

    private Nested() {}

    /// @param skipAny its `anyOf` only names the two types that it may have
    /// @param skipFirst the same of its first `allOf`
    static void validate(JsonNode schema, String path, boolean skipAny, boolean skipFirst, Problems problems) {
        for (String name : LISTS) {
            if (skipAny && name.equals("anyOf")) {
                continue;
            }
            JsonNode list = schema.path(name);
            for (int i = 0; i < list.size(); i++) {
                boolean skip = skipFirst && i == 0 && name.equals("allOf");
                nested(list.get(i), "%s.%s[%d]".formatted(path, name, i), skip, problems);
            }
        }
        if (schema.path("not").isObject()) {
            nested(schema.path("not"), path + ".not", false, problems);
        }
        Structure.pattern(schema, path, problems);
    }

    private static void nested(JsonNode schema, String path, boolean skipAny, Problems problems) {
        validate(schema, path, skipAny, false, problems);
        if (schema.path("items").isObject()) {
            nested(schema.path("items"), path + ".items", false, problems);
        }
        JsonNode properties = schema.path("properties");
        properties
                .properties()
                .forEach(property -> nested(
                        property.getValue(), "%s.properties[%s]".formatted(path, property.getKey()), false, problems));
        for (String name : EMPTY) {
            if (!schema.path(name).asText().isEmpty() || !schema.path(name).isEmpty()) {
                problems.forbidden(path + "." + name, "must be empty to be structural");
            }
        }
        for (String name : UNDEFINED) {
            JsonNode value = schema.path(name);
            if (Tree.has(schema, name) && (!value.isBoolean() || value.booleanValue())) {
                problems.forbidden(path + "." + name, "must be undefined to be structural");
            }
        }
        for (String name : FALSE) {
            if (Tree.flag(schema, name)) {
                problems.forbidden(path + "." + name, "must be false to be structural");
            }
        }
        if (!schema.path("x-kubernetes-validations").isEmpty()) {
            problems.forbidden(path + ".x-kubernetes-validations", "must be empty to be structural");
        }
        if (properties.has("metadata")) {
            problems.forbidden(path + ".properties[metadata]", "must not be specified in a nested context");
        }
    }

    /// Each field that a nested schema looks at must be known outside of it.
    ///
    /// @param outer the structure that the schema is about
    static void complete(JsonNode schema, JsonNode outer, String outerPath, String path, Problems problems) {
        if (schema.path("not").isObject()) {
            inner(schema.path("not"), outer, outerPath, path + ".not", problems);
        }
        for (String name : LISTS) {
            JsonNode list = schema.path(name);
            for (int i = 0; i < list.size(); i++) {
                inner(list.get(i), outer, outerPath, "%s.%s[%d]".formatted(path, name, i), problems);
            }
        }
    }

    private static void inner(JsonNode schema, JsonNode outer, String outerPath, String path, Problems problems) {
        if (outer instanceof MissingNode) {
            problems.required(outerPath, "because it is defined in " + path);
            return;
        }
        complete(schema, outer, outerPath, path, problems);
        if (schema.path("items").isObject()) {
            inner(schema.path("items"), outer.path("items"), outerPath + ".items", path + ".items", problems);
        }
        schema.path("properties").properties().forEach(property -> {
            String step = ".properties[%s]".formatted(property.getKey());
            JsonNode known = outer.path("properties").path(property.getKey());
            inner(property.getValue(), known, outerPath + step, path + step, problems);
        });
    }
}
