package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.ObjectAnnotations;
import dev.stowage.kubetypes.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// The annotation in which client-side `kubectl apply` records what it applied. An object
/// with it can later use server-side apply without conflicts of kubectl with itself.
final class LastAppliedAnnotation {
    private static final String KUBECTL = "kubectl";
    private static final int MOST_ANNOTATIONS = 256 * 1024;

    private LastAppliedAnnotation() {}

    /// Removes from the conflicts the fields that still have the values that kubectl applied. True if no conflict
    /// is left.
    static boolean forgives(ConflictsException conflicts, ObjectNode live, Schema schema, FieldManager fieldManager) {
        String last = JsonTree.text(live, "metadata", "annotations", ObjectAnnotations.LAST_APPLIED_CONFIGURATION);
        if (!fieldManager.manager().equals(KUBECTL) || last.isEmpty()) {
            return false;
        }
        JsonNode read;
        try {
            read = Json.read(last.getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException _) {
            return false;
        }
        if (!(read instanceof ObjectNode object)
                || !JsonTree.text(object, "apiVersion").equals(fieldManager.apiVersion())) {
            return false;
        }
        FieldComparison.Changes changes = FieldComparison.of(object, live, schema);
        conflicts.forgive(
                OwnedFields.of(object, schema).difference(changes.set()).difference(changes.removed()));
        return conflicts.isEmpty();
    }

    /// Updates the annotation, if it exists, when kubectl applies.
    static void update(ObjectNode result, ObjectNode applied, FieldManager fieldManager) {
        String last = JsonTree.text(result, "metadata", "annotations", ObjectAnnotations.LAST_APPLIED_CONFIGURATION);
        if (!fieldManager.manager().equals(KUBECTL) || last.isEmpty()) {
            return;
        }
        ObjectNode kept = applied.deepCopy();
        JsonTree.object(kept, "metadata", "annotations")
                .ifPresent(annotations -> annotations.remove(ObjectAnnotations.LAST_APPLIED_CONFIGURATION));
        String value = escaped(sorted(kept).toString()) + "\n";
        ObjectNode annotations = JsonTree.ensure(result, "metadata", "annotations");
        annotations.put(ObjectAnnotations.LAST_APPLIED_CONFIGURATION, value);
        if (size(annotations) > MOST_ANNOTATIONS) {
            annotations.remove(ObjectAnnotations.LAST_APPLIED_CONFIGURATION);
        }
    }

    private static long size(ObjectNode annotations) {
        long size = 0;
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            size += annotation.getKey().length()
                    + annotation.getValue().asText().length();
        }
        return size;
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List<String> keys = new ArrayList<>();
            object.fieldNames().forEachRemaining(keys::add);
            Collections.sort(keys);
            ObjectNode result = Json.object();
            keys.forEach(key -> result.set(key, sorted(object.path(key))));
            return result;
        }
        if (node instanceof ArrayNode list) {
            ArrayNode result = Json.list();
            list.forEach(item -> result.add(sorted(item)));
            return result;
        }
        return node;
    }

    private static String escaped(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}
