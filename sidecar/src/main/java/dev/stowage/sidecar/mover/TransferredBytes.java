package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// How much of a volume has been sent, in all rounds together.
///
/// @param total what is to be sent as far as is known
/// @param perSecond the measured rate; 0 when it is not known
/// @param expectedPauseSeconds how long the pods would be stopped if they were stopped now
record TransferredBytes(long total, long sent, long perSecond, long expectedPauseSeconds) {

    static final TransferredBytes NONE = new TransferredBytes(0, 0, 0, 0);

    static TransferredBytes read(JsonNode status) {
        return new TransferredBytes(
                status.path("bytesTotal").asLong(),
                status.path("bytesSent").asLong(),
                status.path("bytesPerSecond").asLong(),
                status.path("expectedPauseSeconds").asLong());
    }

    void writeTo(ObjectNode status) {
        status.put("bytesTotal", total)
                .put("bytesSent", sent)
                .put("bytesPerSecond", perSecond)
                .put("expectedPauseSeconds", expectedPauseSeconds)
                .put("progress", percent());
    }

    /// For the table that `kubectl get` prints.
    private String percent() {
        return total <= 0 ? "0%" : Math.min(100, sent * 100 / total) + "%";
    }
}
