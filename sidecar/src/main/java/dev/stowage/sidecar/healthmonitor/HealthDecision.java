package dev.stowage.sidecar.healthmonitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which health event a claim gets, given the earlier ones. The same event is not repeated every minute.
sealed interface HealthDecision {

    /// A problem that was not reported, or not recently.
    record Abnormal(String message) implements HealthDecision {}

    /// The problem is resolved.
    record Normal() implements HealthDecision {}

    /// Nothing to report.
    record Nothing() implements HealthDecision {}

    /// The last reported problem.
    record ReportedHealth(String message, Instant at) {}

    /// Servers delete events after an hour; a problem that persists is then reported again.
    Duration REMINDER = Duration.ofMinutes(50);

    /// @param reportedHealth the last reported problem that is not resolved; null when there is none
    static HealthDecision decide(HealthState state, @Nullable ReportedHealth reportedHealth, Instant now) {
        return switch (state) {
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
