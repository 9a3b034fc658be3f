package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.pattern.InvalidPatternException;
import dev.stowage.apiserver.pattern.Regex;
import java.util.List;
import java.util.Set;

/// A schema has to be structural: what fields there are, and of what types, can be told without looking at
/// values. What depends on values, such as `anyOf`, may only restrict that; see [Nested].
final class Structure {
    private static final Set<String> NAMES = Set.of("name", "generateName");

    private Structure() {}

    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    static void validate(ObjectNode schema, String path, Problems problems) {
        check(schema, Level.ROOT, path, problems);
        Nested.complete(schema, schema, path, path, problems);
    }

    private static void check(JsonNode schema, Level level, String path, Problems problems) {
        String type = Tree.text(schema, "type");
        JsonNode items = schema.path("items");
        if (type.equals("array") && !items.isObject()) {
            problems.required(path + ".items", "must be specified");
        }
        if (items.isObject()) {
            check(items, Level.ITEM, path + ".items", problems);
        }
        schema.path("properties")
                .properties()
                .forEach(property -> check(
                        property.getValue(),
                        Level.FIELD,
                        "%s.properties[%s]".formatted(path, property.getKey()),
                        problems));
        JsonNode additional = schema.path("additionalProperties");
        if (level == Level.ROOT && Tree.has(schema, "additionalProperties")) {
            problems.forbidden(path + ".additionalProperties", "must not be used at the root");
        }
        if (additional.isObject()) {
            check(additional, Level.FIELD, path + ".additionalProperties", problems);
        }
        extensions(schema, path, problems);
        Nested.validate(
                schema,
                path,
                isIntOrString(schema),
                isIntOrString(schema.path("allOf").path(0)),
                problems);
        type(schema, type, level, path, problems);
        metadata(schema, level, path, problems);
        boolean embedded = Tree.flag(schema, "x-kubernetes-embedded-resource");
        if (embedded
                && !Tree.flag(schema, "x-kubernetes-preserve-unknown-fields")
                && schema.path("properties").isEmpty()) {
            problems.required(
                    path + ".properties",
                    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields");
        }
    }

    private static void extensions(JsonNode schema, String path, Problems problems) {
        if (!Tree.flag(schema, "x-kubernetes-int-or-string")) {
            return;
        }
        for (String name : List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
            if (Tree.flag(schema, name)) {
                problems.invalid(path + "." + name, "true", "must be false if x-kubernetes-int-or-string is true");
            }
        }
    }

    private static void type(JsonNode schema, String type, Level level, String path, Problems problems) {
        boolean embedded = Tree.flag(schema, "x-kubernetes-embedded-resource");
        String field = path + ".type";
        if (embedded && !type.equals("object")) {
            String rule = "must be object if x-kubernetes-embedded-resource is true";
            if (type.isEmpty()) {
                problems.required(field, rule);
            } else {
                problems.invalid(field, quoted(type), rule);
            }
        } else if (type.isEmpty()
                && !Tree.flag(schema, "x-kubernetes-int-or-string")
                && !Tree.flag(schema, "x-kubernetes-preserve-unknown-fields")) {
            problems.required(field, level.untyped);
        }
        if (embedded && Tree.has(schema, "additionalProperties")) {
            problems.forbidden(
                    path + ".additionalProperties", "must not be used if x-kubernetes-embedded-resource is set");
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            problems.invalid(field, quoted(type), "must be object at the root");
        }
    }

    private static void metadata(JsonNode schema, Level level, String path, Problems problems) {
        boolean isResource = level == Level.ROOT || Tree.flag(schema, "x-kubernetes-embedded-resource");
        JsonNode properties = schema.path("properties");
        for (String name : List.of("kind", "apiVersion")) {
            String type = Tree.text(properties, name, "type");
            if (isResource && properties.has(name) && !type.equals("string")) {
                problems.invalid("%s.properties[%s].type".formatted(path, name), quoted(type), "must be string");
            }
        }
        if (!properties.has("metadata")) {
            return;
        }
        String place = path + ".properties[metadata]";
        JsonNode metadata = properties.get("metadata");
        String type = Tree.text(metadata, "type");
        if (isResource && !type.equals("object")) {
            problems.invalid(place + ".type", quoted(type), "must be object");
        }
        if (level == Level.ROOT && saysMore(metadata)) {
            problems.forbidden(
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
                && Tree.text(any.get(0), "type").equals("integer")
                && Tree.text(any.get(1), "type").equals("string");
    }

    static void pattern(JsonNode schema, String path, Problems problems) {
        String pattern = Tree.text(schema, "pattern");
        try {
            Regex.compile(pattern);
        } catch (InvalidPatternException e) {
            problems.invalid(
                    path + ".pattern",
                    quoted(pattern),
                    "must be a valid regular expression, but isn't: " + e.getMessage());
        }
    }
}
