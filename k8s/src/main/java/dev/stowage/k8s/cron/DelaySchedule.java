package dev.stowage.k8s.cron;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// `@every`: a fixed time after the last start, in whole seconds.
record DelaySchedule(Duration delay) implements CronSchedule {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    DelaySchedule {
        delay = delay.compareTo(SHORTEST) < 0 ? SHORTEST : delay.truncatedTo(ChronoUnit.SECONDS);
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plus(delay));
    }
}
