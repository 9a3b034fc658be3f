package dev.stowage.sidecar.claim;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is remembered about the calls for one claim.
///
/// @param settled the last call returned a final answer: nothing is in progress in the driver
/// @param inUse the driver rejected the call because the volume is in use
/// @param overdue the last call timed out
/// @param delayedUntil the same request is not retried before that time; null when it may be
public record ClaimOperationState(
        boolean settled,
        boolean inUse,
        boolean overdue,
        @Nullable Instant delayedUntil) {

    /// Of an unknown claim: a call for it may still be in progress.
    public static final ClaimOperationState NONE = new ClaimOperationState(false, false, false, null);

    /// How long the request must wait; zero when it may be tried.
    public Duration remainingDelay(Instant now) {
        return delayedUntil == null || !delayedUntil.isAfter(now) ? Duration.ZERO : Duration.between(now, delayedUntil);
    }
}
