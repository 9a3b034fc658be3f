package dev.stowage.sidecar.healthmonitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a claim's owner is told, given what was told before. Nobody wants to hear the same every minute.
sealed interface HealthDecision {

    /// Something is wrong that was not said, or not lately.
    record Abnormal(String message) implements HealthDecision {}

    /// What was wrong no longer is.
    record Normal() implements HealthDecision {}

    /// There is no news.
    record Nothing() implements HealthDecision {}

    /// What was last said of trouble.
    record ReportedHealth(String message, Instant at) {}

    /// Servers forget events after an hour; trouble that lasts is then said anew.
    Duration REMINDER = Duration.ofMinutes(50);

    /// @param reportedHealth the trouble that the owner last heard of and that was not called off since; null when there
    ///     is none
    static HealthDecision decide(HealthState healthState, @Nullable ReportedHealth reportedHealth, Instant now) {
        return switch (healthState) {
            case HealthState.Healthy() -> reportedHealth == null ? new Nothing() : new Normal();
            case HealthState.Unhealthy unhealthy ->
                reportedHealth == null
                                || !reportedHealth.message().equals(unhealthy.message())
                                || reportedHealth.at().plus(REMINDER).isBefore(now)
                        ? new Abnormal(unhealthy.message())
                        : new Nothing();
        };
    }
}
