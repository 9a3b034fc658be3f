package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.util.Map;
import java.util.Optional;

/// A set of fields as JSON: an object for each step, an empty one for a field of the set, and a dot for a
/// field of the set with others below it.
final class FieldsV1 {
    private static final String SELF = ".";

    private FieldsV1() {}

    static ObjectNode encode(FieldSet set) {
        ObjectNode node = Json.object();
        if (set.isMember() && !set.children().isEmpty()) {
            node.putObject(SELF);
        }
        for (String step : PathElement.sorted(set.children().keySet())) {
            node.set(step, encode(set.behind(step)));
        }
        return node;
    }

    /// Decodes fields that this server wrote.
    static FieldSet decode(JsonNode node) {
        FieldSet set = new FieldSet();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!field.getKey().equals(SELF)) {
                set.put(field.getKey(), branch(decode(field.getValue()), field.getValue()));
            }
        }
        return set;
    }

    /// Decodes fields from a request.
    ///
    /// @throws JsonProcessingException when a step cannot be read
    static FieldSet read(JsonNode node) throws JsonProcessingException {
        FieldSet set = new FieldSet();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!field.getKey().equals(SELF)) {
                Optional<String> step = PathElement.canonical(field.getKey());
                if (step.isPresent()) {
                    set.put(step.get(), branch(read(field.getValue()), field.getValue()));
                }
            }
        }
        return set;
    }

    private static FieldSet branch(FieldSet below, JsonNode node) {
        below.own(node.has(SELF) || below.children().isEmpty());
        return below;
    }

    /// Whether a set and an encoded one have a field in common.
    static boolean meets(JsonNode node, FieldSet set) {
        for (Map.Entry<String, FieldSet> child : set.children().entrySet()) {
            JsonNode same = node.get(child.getKey());
            if (same != null) {
                boolean owned = same.isEmpty() || same.has(SELF);
                if ((owned && child.getValue().isMember()) || meets(same, child.getValue())) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether an encoded set contains every field of a set.
    static boolean contains(JsonNode node, FieldSet set) {
        for (Map.Entry<String, FieldSet> child : set.children().entrySet()) {
            JsonNode same = node.get(child.getKey());
            if (same == null) {
                return false;
            }
            boolean owned = same.isEmpty() || same.has(SELF);
            if ((child.getValue().isMember() && !owned) || !contains(same, child.getValue())) {
                return false;
            }
        }
        return true;
    }
}
