package dev.stowage.cli.move;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;

/// How much of a volume has been sent.
///
/// @param total what is to be sent as far as is known; 0 before it is
/// @param perSecond 0 while the rate is not known
public record MoveBytes(long total, long sent, long perSecond, long expectedPauseSeconds) {

    static MoveBytes read(JsonNode status) {
        return new MoveBytes(
                status.path("bytesTotal").asLong(),
                status.path("bytesSent").asLong(),
                status.path("bytesPerSecond").asLong(),
                status.path("expectedPauseSeconds").asLong());
    }

    public int percent() {
        return total <= 0 ? 0 : (int) Math.min(100, Math.max(0, 100.0 * sent / total));
    }

    /// Until all that is known now is sent.
    public Optional<Duration> left() {
        return perSecond <= 0 || total <= sent
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Math.ceilDiv(total - sent, perSecond)));
    }
}
