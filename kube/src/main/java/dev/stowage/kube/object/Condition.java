package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One line of an object's state.
///
/// @param probed when somebody last looked; on nodes, when the kubelet last said so
public record Condition(
        String type,
        String status,
        String reason,
        String message,
        @Nullable Instant probed,
        @Nullable Instant changed) {

    static Condition read(JsonNode node) {
        return new Condition(
                Fields.shared(node, "type"),
                Fields.shared(node, "status"),
                Fields.shared(node, "reason"),
                Fields.text(node, "message"),
                Fields.instant(node, node.hasNonNull("lastProbeTime") ? "lastProbeTime" : "lastHeartbeatTime"),
                Fields.instant(node, "lastTransitionTime"));
    }

    public void writeTo(ObjectNode node) {
        node.put("type", type).put("status", status);
        if (probed == null) {
            node.putNull("lastProbeTime");
        } else {
            node.put("lastProbeTime", probed.toString());
        }
        if (changed == null) {
            node.putNull("lastTransitionTime");
        } else {
            node.put("lastTransitionTime", changed.toString());
        }
        if (!reason.isEmpty()) {
            node.put("reason", reason);
        }
        if (!message.isEmpty()) {
            node.put("message", message);
        }
    }
}
