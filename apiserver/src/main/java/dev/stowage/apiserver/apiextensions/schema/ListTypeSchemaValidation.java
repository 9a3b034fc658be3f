package dev.stowage.apiserver.apiextensions.schema;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates `x-kubernetes-list-type` and `x-kubernetes-map-type`.
final class ListTypeSchemaValidation {
    private static final String LIST_TYPE = "x-kubernetes-list-type";
    private static final String MAP_TYPE = "x-kubernetes-map-type";
    private static final String KEYS = "x-kubernetes-list-map-keys";
    private static final List<String> LIST_TYPES = List.of("atomic", "set", "map");
    private static final List<String> MAP_TYPES = List.of("atomic", "granular");

    private ListTypeSchemaValidation() {}

    static void validate(JsonNode schema, String path, FieldErrors fieldErrors) {
        boolean hasMapType = JsonTree.has(schema, MAP_TYPE);
        if (hasMapType) {
            typed(schema, path, "object", MAP_TYPE, fieldErrors);
            named(schema, path, MAP_TYPE, MAP_TYPES, fieldErrors);
        }
        boolean hasListType = JsonTree.has(schema, LIST_TYPE);
        String listType = JsonTree.text(schema, LIST_TYPE);
        if (hasListType) {
            if (JsonTree.text(schema, "type").equals("array") && listType.equals("set")) {
                setItems(schema.path("items"), path, fieldErrors);
            } else {
                typed(schema, path, "array", LIST_TYPE, fieldErrors);
            }
            named(schema, path, LIST_TYPE, LIST_TYPES, fieldErrors);
        }
        if (!schema.path(KEYS).isEmpty()) {
            String rule = "must be map if x-kubernetes-list-map-keys is non-empty";
            if (!hasListType) {
                fieldErrors.required(path + "." + LIST_TYPE, rule);
            } else if (!listType.equals("map")) {
                fieldErrors.invalid(path + "." + LIST_TYPE, quoted(listType), rule);
            }
        }
        if (listType.equals("map")) {
            mapItems(schema, path, fieldErrors);
        }
        if (listType.equals("map") || listType.equals("set")) {
            items(schema, path, listType, fieldErrors);
        }
    }

    private static void typed(JsonNode schema, String path, String wanted, String because, FieldErrors fieldErrors) {
        String type = JsonTree.text(schema, "type");
        String rule = "must be %s if %s is specified".formatted(wanted, because);
        if (type.isEmpty()) {
            fieldErrors.required(path + ".type", rule);
        } else if (!type.equals(wanted)) {
            fieldErrors.invalid(path + ".type", quoted(type), rule);
        }
    }

    private static void named(
            JsonNode schema, String path, String name, List<String> choices, FieldErrors fieldErrors) {
        String value = JsonTree.text(schema, name);
        if (!choices.contains(value)) {
            fieldErrors.notSupported(path + "." + name, quoted(value), choices);
        }
    }

    private static void setItems(JsonNode items, String path, FieldErrors fieldErrors) {
        String rule = "must be atomic as item of a list with x-kubernetes-list-type=set";
        String inner = JsonTree.text(items, LIST_TYPE);
        switch (JsonTree.text(items, "type")) {
            case "array" -> {
                if (!inner.isEmpty() && !inner.equals("atomic")) {
                    fieldErrors.invalid(path + ".items." + LIST_TYPE, quoted(inner), rule);
                }
            }
            case "object" -> {
                if (!JsonTree.text(items, MAP_TYPE).equals("atomic")) {
                    fieldErrors.invalid(path + ".items." + MAP_TYPE, "null", rule);
                }
            }
            default -> {}
        }
    }

    private static void mapItems(JsonNode schema, String path, FieldErrors fieldErrors) {
        JsonNode keys = schema.path(KEYS);
        JsonNode items = schema.path("items");
        if (keys.isEmpty()) {
            fieldErrors.required(path + "." + KEYS, "must not be empty if x-kubernetes-list-type is map");
        }
        if (!items.isObject()) {
            fieldErrors.required(path + ".items", "must have a schema if x-kubernetes-list-type is map");
            return;
        }
        String type = JsonTree.text(items, "type");
        if (!type.equals("object")) {
            fieldErrors.invalid(
                    path + ".items.type",
                    quoted(type),
                    "must be object if parent array's x-kubernetes-list-type is map");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (JsonNode key : keys) {
            JsonNode property = items.path("properties").path(key.asText());
            String propertyType = JsonTree.text(property, "type");
            if (property.isMissingNode()) {
                fieldErrors.invalid(path + "." + KEYS, keys.toString(), "entries must all be names of item properties");
            } else if (propertyType.equals("array") || propertyType.equals("object")) {
                fieldErrors.invalid(
                        "%s.items.properties[%s].type".formatted(path, key.asText()),
                        quoted(type),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map");
            }
            if (!seen.add(key.asText())) {
                fieldErrors.invalid(path + "." + KEYS, keys.toString(), "must not contain duplicate entries");
            }
        }
    }

    private static void items(JsonNode schema, String path, String listType, FieldErrors fieldErrors) {
        JsonNode items = schema.path("items");
        if (JsonTree.flag(items, "nullable")) {
            fieldErrors.forbidden(
                    path + ".items.nullable", "cannot be nullable when x-kubernetes-list-type is " + listType);
        }
        if (!listType.equals("map")) {
            return;
        }
        Set<String> required = new HashSet<>();
        JsonTree.list(items, "required").forEach(name -> required.add(name.asText()));
        for (JsonNode key : schema.path(KEYS)) {
            JsonNode property = items.path("properties").path(key.asText());
            String place = "%s.items.properties[%s]".formatted(path, key.asText());
            if (!property.isMissingNode() && !required.contains(key.asText()) && !JsonTree.has(property, "default")) {
                fieldErrors.required(
                        place + ".default",
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property");
            }
            if (JsonTree.flag(property, "nullable")) {
                fieldErrors.forbidden(
                        place + ".nullable",
                        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
            }
        }
    }
}
