package dev.stowage.sidecar.health;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a claim's owner is told, given what was told before. Nobody wants to hear the same every minute.
sealed interface Announcement {

    /// Something is wrong that was not said, or not lately.
    record Abnormal(String message) implements Announcement {}

    /// What was wrong no longer is.
    record Normal() implements Announcement {}

    /// There is no news.
    record Silence() implements Announcement {}

    /// What was last said of trouble.
    record Said(String message, Instant at) {}

    /// Servers forget events after an hour; trouble that lasts is then said anew.
    Duration REMINDER = Duration.ofMinutes(50);

    /// @param said the trouble that the owner last heard of and that was not called off since; null when there is none
    static Announcement decide(Health health, @Nullable Said said, Instant now) {
        return switch (health) {
            case Health.Well() -> said == null ? new Silence() : new Normal();
            case Health.Ill ill ->
                said == null
                                || !said.message().equals(ill.message())
                                || said.at().plus(REMINDER).isBefore(now)
                        ? new Abnormal(ill.message())
                        : new Silence();
        };
    }
}
