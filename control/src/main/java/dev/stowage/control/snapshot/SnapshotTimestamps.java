package dev.stowage.control.snapshot;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Timestamps as the server stores them: whole seconds.
final class SnapshotTimestamps {

    private SnapshotTimestamps() {}

    static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// @param nanoseconds since 1970, as drivers report them
    static String ofNanoseconds(long nanoseconds) {
        return text(Instant.ofEpochSecond(0, nanoseconds));
    }
}
