package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.pattern.InvalidPatternException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The schema in a definition that was found valid, ready for use.
///
/// @param type empty when any type will do
/// @param additional what the values of other keys are; empty when there is nothing to say about them
/// @param open other keys than the properties are known
/// @param closed other keys than the properties are refused
record JsonSchema(
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
        Limits limits,
        Logic logic,
        Extensions extensions,
        List<Rule> rules) {

    /// What has to hold beside the structure.
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

    static JsonSchema of(ObjectNode node) throws InvalidPatternException {
        SequencedMap<String, JsonSchema> properties = new LinkedHashMap<>();
        for (var property : Tree.at(node, "properties").properties()) {
            properties.put(property.getKey(), child(property.getValue()));
        }
        JsonNode additional = node.path("additionalProperties");
        List<JsonNode> choices = new ArrayList<>();
        Tree.list(node, "enum").forEach(choices::add);
        List<Rule> rules = new ArrayList<>();
        for (JsonNode rule : Tree.list(node, "x-kubernetes-validations")) {
            rules.add(Rule.of(rule));
        }
        return new JsonSchema(
                Tree.text(node, "type"),
                Formats.known(node),
                Tree.flag(node, "nullable"),
                Tree.has(node, "default") ? Optional.of(node.get("default")) : Optional.empty(),
                properties,
                additional.isObject() ? Optional.of(child(additional)) : Optional.empty(),
                additional.isObject() || additional.asBoolean(false),
                additional.isBoolean() && !additional.booleanValue(),
                node.path("items").isObject() ? Optional.of(child(node.path("items"))) : Optional.empty(),
                texts(node, "required"),
                List.copyOf(choices),
                Limits.of(node),
                new Logic(
                        children(node, "allOf"),
                        children(node, "anyOf"),
                        children(node, "oneOf"),
                        node.path("not").isObject() ? Optional.of(child(node.path("not"))) : Optional.empty()),
                new Extensions(
                        Tree.flag(node, "x-kubernetes-preserve-unknown-fields"),
                        Tree.flag(node, "x-kubernetes-embedded-resource"),
                        Tree.flag(node, "x-kubernetes-int-or-string"),
                        Tree.text(node, "x-kubernetes-list-type"),
                        texts(node, "x-kubernetes-list-map-keys"),
                        Tree.text(node, "x-kubernetes-map-type")),
                List.copyOf(rules));
    }

    private static JsonSchema child(JsonNode node) throws InvalidPatternException {
        return of(node instanceof ObjectNode object ? object : Json.object());
    }

    private static List<JsonSchema> children(JsonNode node, String name) throws InvalidPatternException {
        List<JsonSchema> children = new ArrayList<>();
        for (JsonNode one : Tree.list(node, name)) {
            children.add(child(one));
        }
        return List.copyOf(children);
    }

    private static List<String> texts(JsonNode node, String name) {
        List<String> texts = new ArrayList<>();
        Tree.list(node, name).forEach(one -> texts.add(one.asText()));
        return List.copyOf(texts);
    }

    /// The schema of the value of a key; empty when nothing is known of it.
    Optional<JsonSchema> of(String key) {
        JsonSchema property = properties.get(key);
        return property == null ? additional : Optional.of(property);
    }
}
