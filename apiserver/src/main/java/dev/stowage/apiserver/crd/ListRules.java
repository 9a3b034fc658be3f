package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How a schema may say that lists are sets or maps, and that maps have one owner.
final class ListRules {
    private static final String LIST_TYPE = "x-kubernetes-list-type";
    private static final String MAP_TYPE = "x-kubernetes-map-type";
    private static final String KEYS = "x-kubernetes-list-map-keys";
    private static final List<String> LIST_TYPES = List.of("atomic", "set", "map");
    private static final List<String> MAP_TYPES = List.of("atomic", "granular");

    private ListRules() {}

    static void validate(JsonNode schema, String path, Problems problems) {
        boolean hasMapType = Tree.has(schema, MAP_TYPE);
        if (hasMapType) {
            typed(schema, path, "object", MAP_TYPE, problems);
            named(schema, path, MAP_TYPE, MAP_TYPES, problems);
        }
        boolean hasListType = Tree.has(schema, LIST_TYPE);
        String listType = Tree.text(schema, LIST_TYPE);
        if (hasListType) {
            if (Tree.text(schema, "type").equals("array") && listType.equals("set")) {
                setItems(schema.path("items"), path, problems);
            } else {
                typed(schema, path, "array", LIST_TYPE, problems);
            }
            named(schema, path, LIST_TYPE, LIST_TYPES, problems);
        }
        if (!schema.path(KEYS).isEmpty()) {
            String rule = "must be map if x-kubernetes-list-map-keys is non-empty";
            if (!hasListType) {
                problems.required(path + "." + LIST_TYPE, rule);
            } else if (!listType.equals("map")) {
                problems.invalid(path + "." + LIST_TYPE, quoted(listType), rule);
            }
        }
        if (listType.equals("map")) {
            mapItems(schema, path, problems);
        }
        if (listType.equals("map") || listType.equals("set")) {
            items(schema, path, listType, problems);
        }
    }

    private static void typed(JsonNode schema, String path, String wanted, String because, Problems problems) {
        String type = Tree.text(schema, "type");
        String rule = "must be %s if %s is specified".formatted(wanted, because);
        if (type.isEmpty()) {
            problems.required(path + ".type", rule);
        } else if (!type.equals(wanted)) {
            problems.invalid(path + ".type", quoted(type), rule);
        }
    }

    private static void named(JsonNode schema, String path, String name, List<String> choices, Problems problems) {
        String value = Tree.text(schema, name);
        if (!choices.contains(value)) {
            problems.notSupported(path + "." + name, quoted(value), choices);
        }
    }

    private static void setItems(JsonNode items, String path, Problems problems) {
        String rule = "must be atomic as item of a list with x-kubernetes-list-type=set";
        String inner = Tree.text(items, LIST_TYPE);
        switch (Tree.text(items, "type")) {
            case "array" -> {
                if (!inner.isEmpty() && !inner.equals("atomic")) {
                    problems.invalid(path + ".items." + LIST_TYPE, quoted(inner), rule);
                }
            }
            case "object" -> {
                if (!Tree.text(items, MAP_TYPE).equals("atomic")) {
                    problems.invalid(path + ".items." + MAP_TYPE, "null", rule);
                }
            }
            default -> {}
        }
    }

    private static void mapItems(JsonNode schema, String path, Problems problems) {
        JsonNode keys = schema.path(KEYS);
        JsonNode items = schema.path("items");
        if (keys.isEmpty()) {
            problems.required(path + "." + KEYS, "must not be empty if x-kubernetes-list-type is map");
        }
        if (!items.isObject()) {
            problems.required(path + ".items", "must have a schema if x-kubernetes-list-type is map");
            return;
        }
        String type = Tree.text(items, "type");
        if (!type.equals("object")) {
            problems.invalid(
                    path + ".items.type",
                    quoted(type),
                    "must be object if parent array's x-kubernetes-list-type is map");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (JsonNode key : keys) {
            JsonNode property = items.path("properties").path(key.asText());
            String propertyType = Tree.text(property, "type");
            if (property.isMissingNode()) {
                problems.invalid(path + "." + KEYS, keys.toString(), "entries must all be names of item properties");
            } else if (propertyType.equals("array") || propertyType.equals("object")) {
                problems.invalid(
                        "%s.items.properties[%s].type".formatted(path, key.asText()),
                        quoted(type),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map");
            }
            if (!seen.add(key.asText())) {
                problems.invalid(path + "." + KEYS, keys.toString(), "must not contain duplicate entries");
            }
        }
    }

    private static void items(JsonNode schema, String path, String listType, Problems problems) {
        JsonNode items = schema.path("items");
        if (Tree.flag(items, "nullable")) {
            problems.forbidden(
                    path + ".items.nullable", "cannot be nullable when x-kubernetes-list-type is " + listType);
        }
        if (!listType.equals("map")) {
            return;
        }
        Set<String> required = new HashSet<>();
        Tree.list(items, "required").forEach(name -> required.add(name.asText()));
        for (JsonNode key : schema.path(KEYS)) {
            JsonNode property = items.path("properties").path(key.asText());
            String place = "%s.items.properties[%s]".formatted(path, key.asText());
            if (!property.isMissingNode() && !required.contains(key.asText()) && !Tree.has(property, "default")) {
                problems.required(
                        place + ".default",
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property");
            }
            if (Tree.flag(property, "nullable")) {
                problems.forbidden(
                        place + ".nullable",
                        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
            }
        }
    }
}
