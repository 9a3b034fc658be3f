package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.k8s.validation.FieldNameValidation;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Validates the data of config maps and secrets.
final class ConfigDataValidation {
    static final int MOST = 1024 * 1024;

    private ConfigDataValidation() {}

    static void keys(JsonNode object, String field, FieldErrors fieldErrors) {
        for (Map.Entry<String, JsonNode> entry : object.path(field).properties()) {
            String key = entry.getKey();
            FieldChecks.violations(FieldNameValidation.configKey(key), key, field + "[" + key + "]", fieldErrors);
        }
    }

    static long textSize(JsonNode map) {
        long size = 0;
        for (JsonNode value : map) {
            size += value.asText().getBytes(StandardCharsets.UTF_8).length;
        }
        return size;
    }

    /// The size of base64-encoded data.
    static long byteSize(JsonNode map) {
        long size = 0;
        for (JsonNode value : map) {
            String text = value.asText();
            long padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
            size += text.length() / 4L * 3 - padding;
        }
        return size;
    }

    /// Immutable data cannot change, nor can the flag be removed.
    static void immutable(ObjectNode object, ObjectNode old, FieldErrors fieldErrors, String... fields) {
        if (!JsonTree.flag(old, "immutable")) {
            return;
        }
        if (!JsonTree.flag(object, "immutable")) {
            fieldErrors.forbidden("immutable", "field is immutable when `immutable` is set");
        }
        for (String field : fields) {
            if (!ImmutableFields.same(object.path(field), old.path(field))) {
                fieldErrors.forbidden(field, "field is immutable when `immutable` is set");
            }
        }
    }
}
