package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What keeps pods off a node.
///
/// @param effect `NoSchedule`, `PreferNoSchedule` or `NoExecute`
/// @param added when it came; null when nobody wrote it down
public record Taint(
        String key, String value, String effect, @Nullable Instant added) {

    static Taint read(JsonNode node) {
        return new Taint(
                Fields.shared(node, "key"),
                Fields.shared(node, "value"),
                Fields.shared(node, "effect"),
                Fields.instant(node, "timeAdded"));
    }

    public void writeTo(ObjectNode node) {
        node.put("key", key);
        if (!value.isEmpty()) {
            node.put("value", value);
        }
        node.put("effect", effect);
        if (added != null) {
            node.put("timeAdded", added.toString());
        }
    }
}
