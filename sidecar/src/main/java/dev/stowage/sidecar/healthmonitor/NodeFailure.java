package dev.stowage.sidecar.healthmonitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The state of a node that is or was not ready.
///
/// @param since when it was first seen as not ready
/// @param reported whether the claims of its pods got an event
record NodeFailure(Instant since, boolean reported) {

    /// A shorter outage is not a failure.
    static final Duration GRACE_PERIOD = Duration.ofMinutes(5);

    /// What to do about a node.
    sealed interface Action {}

    record Nothing() implements Action {}

    record ReportFailed() implements Action {}

    record ReportRecovered() implements Action {}

    /// It may recover.
    record CheckAgain(Duration after) implements Action {}

    /// @param known null for a node that was ready before
    /// @param ready whether it exists and is ready
    static Action decide(@Nullable NodeFailure known, boolean there, boolean ready, Instant now) {
        if (ready) {
            return known != null && known.reported() ? new ReportRecovered() : new Nothing();
        }
        if (known != null && known.reported()) {
            return new Nothing();
        }
        // A deleted node does not recover.
        if (!there) {
            return new ReportFailed();
        }
        Instant deadline = (known == null ? now : known.since()).plus(GRACE_PERIOD);
        return deadline.isAfter(now) ? new CheckAgain(Duration.between(now, deadline)) : new ReportFailed();
    }
}
