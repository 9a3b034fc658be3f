package dev.stowage.apiserver.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;

/// Values for fields that are not there.
public final class Defaults {
    private Defaults() {}

    public static void number(ObjectNode node, String field, int value) {
        if (!Tree.has(node, field)) {
            node.put(field, value);
        }
    }

    public static void text(ObjectNode node, String field, String value) {
        if (!Tree.has(node, field) || node.path(field).asText().isEmpty()) {
            node.put(field, value);
        }
    }

    public static void flag(ObjectNode node, String field, boolean value) {
        if (!Tree.has(node, field)) {
            node.put(field, value);
        }
    }
}
