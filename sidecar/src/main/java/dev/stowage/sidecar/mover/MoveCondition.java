package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// A condition of a move.
///
/// @param since when the status last changed
record MoveCondition(MoveConditionType type, MoveConditionStatus status, String reason, String message, Instant since) {

    MoveCondition {
        // Also what is written: parts of the pause are shorter than a second.
        since = since.truncatedTo(ChronoUnit.MILLIS);
    }

    static Optional<MoveCondition> read(JsonNode node) {
        Instant since = JsonFields.instant(node, "lastTransitionTime");
        return MoveConditionType.of(JsonFields.text(node, "type"))
                .map(type -> new MoveCondition(
                        type,
                        MoveConditionStatus.of(JsonFields.text(node, "status")),
                        JsonFields.text(node, "reason"),
                        JsonFields.text(node, "message"),
                        since == null ? Instant.EPOCH : since));
    }

    void writeTo(ObjectNode node) {
        node.put("type", type.toString())
                .put("status", status.toString())
                .put("reason", reason)
                .put("message", message)
                .put("lastTransitionTime", since.toString());
    }
}
