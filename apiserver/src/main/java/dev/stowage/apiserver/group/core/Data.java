package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.FieldNames;
import dev.stowage.apiserver.validation.Immutable;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What config maps and secrets hold.
final class Data {
    static final int MOST = 1024 * 1024;

    private Data() {}

    static void keys(JsonNode object, String field, Problems problems) {
        for (Map.Entry<String, JsonNode> entry : object.path(field).properties()) {
            String key = entry.getKey();
            Checks.mistakes(FieldNames.configKey(key), key, field + "[" + key + "]", problems);
        }
    }

    static long textSize(JsonNode map) {
        long size = 0;
        for (JsonNode value : map) {
            size += value.asText().getBytes(StandardCharsets.UTF_8).length;
        }
        return size;
    }

    /// Of bytes that are written in base 64.
    static long byteSize(JsonNode map) {
        long size = 0;
        for (JsonNode value : map) {
            String text = value.asText();
            long padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
            size += text.length() / 4L * 3 - padding;
        }
        return size;
    }

    /// What is marked as immutable stays so, and stays the same.
    static void immutable(ObjectNode object, ObjectNode old, Problems problems, String... fields) {
        if (!Tree.flag(old, "immutable")) {
            return;
        }
        if (!Tree.flag(object, "immutable")) {
            problems.forbidden("immutable", "field is immutable when `immutable` is set");
        }
        for (String field : fields) {
            if (!Immutable.same(object.path(field), old.path(field))) {
                problems.forbidden(field, "field is immutable when `immutable` is set");
            }
        }
    }
}
