package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.cel.regex.InvalidRegexException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The parsed schema of a valid definition.
///
/// @param type empty when any type is allowed
/// @param additional the schema of other keys; empty if they have none
/// @param open whether keys other than the properties are known
/// @param closed whether keys other than the properties are rejected
public record JsonSchema(
        String type,
        String format,
        boolean nullable,
        Optional<JsonNode> preset,
        SequencedMap<String, JsonSchema> properties,
        Optional<JsonSchema> additional,
        boolean open,
        boolean closed,
        Optional<JsonSchema> items,
        List<String> required,
        List<JsonNode> choices,
        ValueBounds valueBounds,
        Logic logic,
        Extensions extensions,
        List<ValidationRule> rules) {

    /// The conditions beyond the structure.
    record Logic(List<JsonSchema> allOf, List<JsonSchema> anyOf, List<JsonSchema> oneOf, Optional<JsonSchema> not) {
        boolean isEmpty() {
            return allOf.isEmpty() && anyOf.isEmpty() && oneOf.isEmpty() && not.isEmpty();
        }
    }

    /// @param listType `atomic`, `set`, `map`, or empty
    /// @param mapType `atomic`, `granular`, or empty
    record Extensions(
            boolean preserving,
            boolean embedded,
            boolean intOrString,
            String listType,
            List<String> listKeys,
            String mapType) {}

    public static JsonSchema of(ObjectNode node) throws InvalidRegexException {
        SequencedMap<String, JsonSchema> properties = new LinkedHashMap<>();
        for (var property : JsonTree.at(node, "properties").properties()) {
            properties.put(property.getKey(), child(property.getValue()));
        }
        JsonNode additional = node.path("additionalProperties");
        List<JsonNode> choices = new ArrayList<>();
        JsonTree.list(node, "enum").forEach(choices::add);
        List<ValidationRule> rules = new ArrayList<>();
        for (JsonNode rule : JsonTree.list(node, "x-kubernetes-validations")) {
            rules.add(ValidationRule.of(rule));
        }
        return new JsonSchema(
                JsonTree.text(node, "type"),
                StringFormats.known(node),
                JsonTree.flag(node, "nullable"),
                JsonTree.has(node, "default") ? Optional.of(node.get("default")) : Optional.empty(),
                properties,
                additional.isObject() ? Optional.of(child(additional)) : Optional.empty(),
                additional.isObject() || additional.asBoolean(false),
                additional.isBoolean() && !additional.booleanValue(),
                node.path("items").isObject() ? Optional.of(child(node.path("items"))) : Optional.empty(),
                texts(node, "required"),
                List.copyOf(choices),
                ValueBounds.of(node),
                new Logic(
                        children(node, "allOf"),
                        children(node, "anyOf"),
                        children(node, "oneOf"),
                        node.path("not").isObject() ? Optional.of(child(node.path("not"))) : Optional.empty()),
                new Extensions(
                        JsonTree.flag(node, "x-kubernetes-preserve-unknown-fields"),
                        JsonTree.flag(node, "x-kubernetes-embedded-resource"),
                        JsonTree.flag(node, "x-kubernetes-int-or-string"),
                        JsonTree.text(node, "x-kubernetes-list-type"),
                        texts(node, "x-kubernetes-list-map-keys"),
                        JsonTree.text(node, "x-kubernetes-map-type")),
                List.copyOf(rules));
    }

    private static JsonSchema child(JsonNode node) throws InvalidRegexException {
        return of(node instanceof ObjectNode object ? object : Json.object());
    }

    private static List<JsonSchema> children(JsonNode node, String name) throws InvalidRegexException {
        List<JsonSchema> children = new ArrayList<>();
        for (JsonNode one : JsonTree.list(node, name)) {
            children.add(child(one));
        }
        return List.copyOf(children);
    }

    private static List<String> texts(JsonNode node, String name) {
        List<String> texts = new ArrayList<>();
        JsonTree.list(node, name).forEach(one -> texts.add(one.asText()));
        return List.copyOf(texts);
    }

    /// The schema of the value of a key; empty if it has none.
    Optional<JsonSchema> of(String key) {
        JsonSchema property = properties.get(key);
        return property == null ? additional : Optional.of(property);
    }
}
