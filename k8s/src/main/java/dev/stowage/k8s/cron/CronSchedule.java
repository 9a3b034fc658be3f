package dev.stowage.k8s.cron;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/// When a CronJob starts its jobs.
public sealed interface CronSchedule permits FieldSchedule, DelaySchedule {

    /// The first time after that one; empty when there is none within five years, as for February 30.
    Optional<Instant> next(Instant after);

    /// @param text five fields, or a descriptor such as `@hourly` or `@every 90m`
    /// @param zone the time zone in which the fields are read
    /// @param durations reads durations as Go writes them; throws `IllegalArgumentException` for other texts
    /// @throws InvalidScheduleException in the words of Kubernetes
    static CronSchedule parse(String text, ZoneId zone, Function<String, Duration> durations)
            throws InvalidScheduleException {
        return new CronScheduleParser(zone, durations).parse(text);
    }

    /// A time zone of the time zone database. The offsets and prefixes that [ZoneId#of] also accepts are not
    /// among them.
    static Optional<ZoneId> findZone(String name) {
        return ZoneId.getAvailableZoneIds().contains(name) ? Optional.of(ZoneId.of(name)) : Optional.empty();
    }
}
