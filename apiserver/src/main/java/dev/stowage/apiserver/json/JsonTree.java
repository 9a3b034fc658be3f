package dev.stowage.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Access by path in a JSON tree. A step that is missing, or of another type than expected, is absent; nothing
/// here throws for what a client sent.
public final class JsonTree {
    private JsonTree() {}

    public static JsonNode at(JsonNode node, String... path) {
        JsonNode found = node;
        for (String step : path) {
            found = found.path(step);
        }
        return found;
    }

    /// The text there, or the empty string.
    public static String text(JsonNode node, String... path) {
        JsonNode found = at(node, path);
        return found.isTextual() ? found.textValue() : "";
    }

    public static boolean flag(JsonNode node, String... path) {
        return at(node, path).booleanValue();
    }

    public static OptionalLong number(JsonNode node, String... path) {
        JsonNode found = at(node, path);
        return found.isIntegralNumber() ? OptionalLong.of(found.longValue()) : OptionalLong.empty();
    }

    public static Optional<ObjectNode> object(JsonNode node, String... path) {
        return at(node, path) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    /// The list there, or an empty one that is not part of the tree.
    public static ArrayNode list(JsonNode node, String... path) {
        return at(node, path) instanceof ArrayNode array ? array : Json.list();
    }

    /// The map of texts there, such as labels; other values are left out.
    public static Map<String, String> texts(JsonNode node, String... path) {
        Map<String, String> texts = LinkedHashMap.newLinkedHashMap(4);
        at(node, path).properties().forEach(field -> {
            if (field.getValue().isTextual()) {
                texts.put(field.getKey(), field.getValue().textValue());
            }
        });
        return texts;
    }

    /// The object there; it is created if there is none, and replaces any other value.
    public static ObjectNode ensure(ObjectNode node, String... path) {
        ObjectNode found = node;
        for (String step : path) {
            found = found.get(step) instanceof ObjectNode next ? next : found.putObject(step);
        }
        return found;
    }

    /// Whether there is a value other than null.
    public static boolean has(JsonNode node, String... path) {
        JsonNode found = at(node, path);
        return !found.isMissingNode() && !found.isNull();
    }
}
