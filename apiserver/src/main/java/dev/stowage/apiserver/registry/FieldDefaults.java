package dev.stowage.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;

/// Sets defaults of missing fields.
public final class FieldDefaults {
    private FieldDefaults() {}

    public static void number(ObjectNode node, String field, int value) {
        if (!JsonTree.has(node, field)) {
            node.put(field, value);
        }
    }

    public static void text(ObjectNode node, String field, String value) {
        if (!JsonTree.has(node, field) || node.path(field).asText().isEmpty()) {
            node.put(field, value);
        }
    }

    public static void flag(ObjectNode node, String field, boolean value) {
        if (!JsonTree.has(node, field)) {
            node.put(field, value);
        }
    }
}
