package dev.stowage.sidecar.claim;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is remembered of the calls for one claim.
///
/// @param settled the last call came back with an answer that is final: nothing goes on in the driver
/// @param inUse the driver refused because somebody uses the volume
/// @param overdue the last call took longer than it may
/// @param delayedUntil before that, the same wish is not tried again; null when it may be
public record ClaimOperationState(
        boolean settled,
        boolean inUse,
        boolean overdue,
        @Nullable Instant delayedUntil) {

    /// Of a claim that nothing is known about: whatever was begun for it may still be going on.
    public static final ClaimOperationState NONE = new ClaimOperationState(false, false, false, null);

    /// How long the wish has to wait; zero when it may be tried.
    public Duration remainingDelay(Instant now) {
        return delayedUntil == null || !delayedUntil.isAfter(now) ? Duration.ZERO : Duration.between(now, delayedUntil);
    }
}
