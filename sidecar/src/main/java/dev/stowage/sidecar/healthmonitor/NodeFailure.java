package dev.stowage.sidecar.healthmonitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is known of a node that is or was in trouble.
///
/// @param since when it was first seen so
/// @param reported whether the claims of its pods have heard
record NodeFailure(Instant since, boolean reported) {

    /// Nodes come and go; shorter than this is no failure.
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /// What to do about a node.
    sealed interface Action {}

    record Nothing() implements Action {}

    record ReportFailed() implements Action {}

    record ReportRecovered() implements Action {}

    /// It may yet come back.
    record CheckAgain(Duration after) implements Action {}

    /// @param known null for a node that was last seen well
    /// @param ready whether it is there and ready
    static Action decide(@Nullable NodeFailure known, boolean there, boolean ready, Instant now) {
        if (ready) {
            return known != null && known.reported() ? new ReportRecovered() : new Nothing();
        }
        if (known != null && known.reported()) {
            return new Nothing();
        }
        // A node that is gone does not come back by waiting.
        if (!there) {
            return new ReportFailed();
        }
        Instant patience = (known == null ? now : known.since()).plus(PATIENCE);
        return patience.isAfter(now) ? new CheckAgain(Duration.between(now, patience)) : new ReportFailed();
    }
}
