package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A condition of an object.
///
/// @param lastProbeTime when it was last checked; on nodes, the last heartbeat
public record StatusCondition(
        String type,
        String status,
        String reason,
        String message,
        @Nullable Instant lastProbeTime,
        @Nullable Instant lastTransitionTime) {

    static StatusCondition read(JsonNode node) {
        return new StatusCondition(
                JsonFields.shared(node, "type"),
                JsonFields.shared(node, "status"),
                JsonFields.shared(node, "reason"),
                JsonFields.text(node, "message"),
                JsonFields.instant(node, node.hasNonNull("lastProbeTime") ? "lastProbeTime" : "lastHeartbeatTime"),
                JsonFields.instant(node, "lastTransitionTime"));
    }

    public void writeTo(ObjectNode node) {
        node.put("type", type).put("status", status);
        if (lastProbeTime == null) {
            node.putNull("lastProbeTime");
        } else {
            node.put("lastProbeTime", lastProbeTime.toString());
        }
        if (lastTransitionTime == null) {
            node.putNull("lastTransitionTime");
        } else {
            node.put("lastTransitionTime", lastTransitionTime.toString());
        }
        if (!reason.isEmpty()) {
            node.put("reason", reason);
        }
        if (!message.isEmpty()) {
            node.put("message", message);
        }
    }
}
