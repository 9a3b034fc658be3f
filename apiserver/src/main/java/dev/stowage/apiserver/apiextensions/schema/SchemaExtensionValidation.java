package dev.stowage.apiserver.apiextensions.schema;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Validates a schema apart from its structure.
public final class SchemaExtensionValidation {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");

    /// @param noPresets why defaults are forbidden here
    /// @param insideMeta whether the schema is part of an object's metadata
    /// @param uncorrelated the schema whose values have no counterpart in the old object
    record Place(Optional<String> noPresets, boolean insideMeta, Optional<String> uncorrelated) {
        static final Place ROOT = new Place(Optional.empty(), false, Optional.empty());

        Place withoutPresets(String why) {
            return new Place(Optional.of(why), insideMeta, uncorrelated);
        }

        Place inMeta() {
            return new Place(noPresets, true, uncorrelated);
        }

        Place uncorrelated(String path) {
            return uncorrelated.isPresent() ? this : new Place(noPresets, insideMeta, Optional.of(path));
        }
    }

    private final boolean compile;
    private final FieldErrors fieldErrors;

    private SchemaExtensionValidation(boolean compile, FieldErrors fieldErrors) {
        this.compile = compile;
        this.fieldErrors = fieldErrors;
    }

    /// @param compile whether the structure is valid, so that rules can be compiled
    public static void validate(JsonNode schema, String path, boolean compile, FieldErrors fieldErrors) {
        new SchemaExtensionValidation(compile, fieldErrors).check(schema, path, Place.ROOT, true, compile);
    }

    /// @param rules whether rules of this schema are compiled; not inside `allOf`, `anyOf`, `oneOf` and `not`
    private void check(JsonNode schema, String path, Place place, boolean root, boolean rules) {
        supported(schema, path, place);
        if (JsonTree.flag(schema, "uniqueItems")) {
            fieldErrors.forbidden(
                    path + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        additional(schema, path, place, rules);
        schema.path("properties").properties().forEach(property -> {
            Place inner =
                    JsonTree.text(schema, "x-kubernetes-map-type").equals("atomic") ? place.uncorrelated(path) : place;
            String key = property.getKey();
            if ((root || JsonTree.flag(schema, "x-kubernetes-embedded-resource")) && META.contains(key)) {
                inner = root ? inner.inMeta().withoutPresets("in top-level " + key) : inner.inMeta();
            }
            String name = "%s.properties[%s]".formatted(path, FieldErrors.shortened(key));
            check(property.getValue(), name, inner, false, rules);
        });
        if (schema.path("not").isObject()) {
            check(schema.path("not"), path + ".not", place, false, false);
        }
        for (String name : List.of("allOf", "oneOf", "anyOf")) {
            for (int i = 0; i < schema.path(name).size(); i++) {
                check(schema.path(name).get(i), "%s.%s[%d]".formatted(path, name, i), place, false, false);
            }
        }
        if (schema.path("items").isObject()) {
            boolean keyed = JsonTree.text(schema, "x-kubernetes-list-type").equals("map");
            Place inner = keyed ? place : place.uncorrelated(path);
            check(schema.path("items"), path + ".items", inner, false, rules);
        }
        JsonNode preserving = schema.path("x-kubernetes-preserve-unknown-fields");
        if (preserving.isBoolean() && !preserving.booleanValue()) {
            fieldErrors.invalid(path + ".x-kubernetes-preserve-unknown-fields", "false", "must be true or undefined");
        }
        ListTypeSchemaValidation.validate(schema, path, fieldErrors);
        CelExpressionValidation.validate(schema, path, place, root, compile && rules, fieldErrors);
    }

    private void additional(JsonNode schema, String path, Place place, boolean rules) {
        JsonNode additional = schema.path("additionalProperties");
        if (!JsonTree.has(schema, "additionalProperties")) {
            return;
        }
        boolean anything = additional.isBoolean() && additional.booleanValue();
        if (!schema.path("properties").isEmpty() && !anything) {
            fieldErrors.forbidden(
                    path + ".additionalProperties", "additionalProperties and properties are mutual exclusive");
        }
        if (additional.isObject()) {
            Place inner = place.insideMeta()
                    ? place.withoutPresets("inside additionalProperties applying to object metadata")
                    : place;
            check(additional, path + ".additionalProperties", inner, false, rules);
        }
    }

    private void supported(JsonNode schema, String path, Place place) {
        String type = JsonTree.text(schema, "type");
        if (!type.isEmpty() && !TYPES.contains(type)) {
            fieldErrors.notSupported(path + ".type", quoted(type), TYPES);
        }
        if (JsonTree.has(schema, "default") && place.noPresets().isPresent()) {
            fieldErrors.forbidden(
                    path + ".default", "must not be set " + place.noPresets().get());
        }
        if (!JsonTree.text(schema, "id").isEmpty()) {
            fieldErrors.forbidden(path + ".id", "id is not supported");
        }
        for (String name :
                List.of("additionalItems", "patternProperties", "definitions", "dependencies", "$ref", "$schema")) {
            if (JsonTree.has(schema, name)) {
                fieldErrors.forbidden(path + "." + name, name + " is not supported");
            }
        }
        if (type.equals("null")) {
            fieldErrors.forbidden(path + ".type", "type cannot be set to null, use nullable as an alternative");
        }
        if (schema.path("items").isArray()) {
            fieldErrors.forbidden(path + ".items", "items must be a schema object and not an array");
        }
        if (place.insideMeta() && JsonTree.flag(schema, "x-kubernetes-embedded-resource")) {
            fieldErrors.forbidden(path + ".x-kubernetes-embedded-resource", "must not be used inside of resource meta");
        }
    }
}
