package dev.stowage.sidecar.health;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is known of a node that is or was in trouble.
///
/// @param since when it was first seen so
/// @param told whether the claims of its pods have heard
record NodeTrouble(Instant since, boolean told) {

    /// Nodes come and go; shorter than this is no failure.
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /// What to do about a node.
    sealed interface Step {}

    record Nothing() implements Step {}

    record TellFailed() implements Step {}

    record TellRecovered() implements Step {}

    /// It may yet come back.
    record LookAgain(Duration after) implements Step {}

    /// @param known null for a node that was last seen well
    /// @param ready whether it is there and ready
    static Step decide(@Nullable NodeTrouble known, boolean there, boolean ready, Instant now) {
        if (ready) {
            return known != null && known.told() ? new TellRecovered() : new Nothing();
        }
        if (known != null && known.told()) {
            return new Nothing();
        }
        // A node that is gone does not come back by waiting.
        if (!there) {
            return new TellFailed();
        }
        Instant patience = (known == null ? now : known.since()).plus(PATIENCE);
        return patience.isAfter(now) ? new LookAgain(Duration.between(now, patience)) : new TellFailed();
    }
}
