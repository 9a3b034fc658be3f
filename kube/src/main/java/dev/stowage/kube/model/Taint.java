package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A taint of a node.
///
/// @param effect `NoSchedule`, `PreferNoSchedule` or `NoExecute`
/// @param timeAdded when it was added; null when it is not set
public record Taint(
        String key, String value, String effect, @Nullable Instant timeAdded) {

    static Taint read(JsonNode node) {
        return new Taint(
                JsonFields.shared(node, "key"),
                JsonFields.shared(node, "value"),
                JsonFields.shared(node, "effect"),
                JsonFields.instant(node, "timeAdded"));
    }

    public void writeTo(ObjectNode node) {
        node.put("key", key);
        if (!value.isEmpty()) {
            node.put("value", value);
        }
        node.put("effect", effect);
        if (timeAdded != null) {
            node.put("timeAdded", timeAdded.toString());
        }
    }
}
