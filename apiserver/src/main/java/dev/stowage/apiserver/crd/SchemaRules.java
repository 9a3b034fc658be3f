package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What may stand in a schema, apart from its structure.
final class SchemaRules {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");

    /// @param noPresets why defaults are forbidden here
    /// @param insideMeta the schema is about metadata of an object
    /// @param uncorrelated the schema whose parts cannot be found in an older object
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
    private final Problems problems;

    private SchemaRules(boolean compile, Problems problems) {
        this.compile = compile;
        this.problems = problems;
    }

    /// @param compile whether the structure is sound, so that rules can be read
    static void validate(JsonNode schema, String path, boolean compile, Problems problems) {
        new SchemaRules(compile, problems).check(schema, path, Place.ROOT, true, compile);
    }

    /// @param rules whether rules of this schema can be read: not of those that are nested
    private void check(JsonNode schema, String path, Place place, boolean root, boolean rules) {
        supported(schema, path, place);
        if (Tree.flag(schema, "uniqueItems")) {
            problems.forbidden(
                    path + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        additional(schema, path, place, rules);
        schema.path("properties").properties().forEach(property -> {
            Place inner =
                    Tree.text(schema, "x-kubernetes-map-type").equals("atomic") ? place.uncorrelated(path) : place;
            String key = property.getKey();
            if ((root || Tree.flag(schema, "x-kubernetes-embedded-resource")) && META.contains(key)) {
                inner = root ? inner.inMeta().withoutPresets("in top-level " + key) : inner.inMeta();
            }
            check(property.getValue(), "%s.properties[%s]".formatted(path, key), inner, false, rules);
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
            boolean keyed = Tree.text(schema, "x-kubernetes-list-type").equals("map");
            Place inner = keyed ? place : place.uncorrelated(path);
            check(schema.path("items"), path + ".items", inner, false, rules);
        }
        JsonNode preserving = schema.path("x-kubernetes-preserve-unknown-fields");
        if (preserving.isBoolean() && !preserving.booleanValue()) {
            problems.invalid(path + ".x-kubernetes-preserve-unknown-fields", "false", "must be true or undefined");
        }
        ListRules.validate(schema, path, problems);
        ExpressionRules.validate(schema, path, place, root, compile && rules, problems);
    }

    private void additional(JsonNode schema, String path, Place place, boolean rules) {
        JsonNode additional = schema.path("additionalProperties");
        if (!Tree.has(schema, "additionalProperties")) {
            return;
        }
        boolean anything = additional.isBoolean() && additional.booleanValue();
        if (!schema.path("properties").isEmpty() && !anything) {
            problems.forbidden(
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
        String type = Tree.text(schema, "type");
        if (!type.isEmpty() && !TYPES.contains(type)) {
            problems.notSupported(path + ".type", quoted(type), TYPES);
        }
        if (Tree.has(schema, "default") && place.noPresets().isPresent()) {
            problems.forbidden(
                    path + ".default", "must not be set " + place.noPresets().get());
        }
        if (!Tree.text(schema, "id").isEmpty()) {
            problems.forbidden(path + ".id", "id is not supported");
        }
        for (String name :
                List.of("additionalItems", "patternProperties", "definitions", "dependencies", "$ref", "$schema")) {
            if (Tree.has(schema, name)) {
                problems.forbidden(path + "." + name, name + " is not supported");
            }
        }
        if (type.equals("null")) {
            problems.forbidden(path + ".type", "type cannot be set to null, use nullable as an alternative");
        }
        if (schema.path("items").isArray()) {
            problems.forbidden(path + ".items", "items must be a schema object and not an array");
        }
        if (place.insideMeta() && Tree.flag(schema, "x-kubernetes-embedded-resource")) {
            problems.forbidden(path + ".x-kubernetes-embedded-resource", "must not be used inside of resource meta");
        }
    }
}
