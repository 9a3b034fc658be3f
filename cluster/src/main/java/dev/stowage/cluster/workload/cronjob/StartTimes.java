package dev.stowage.cluster.workload.cronjob;

import dev.stowage.k8s.cron.CronSchedule;
import dev.stowage.kube.model.CronJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/// The times at which a CronJob has to start jobs: the latest that is due, and the next.
record StartTimes(CronJob cronJob, CronSchedule schedule, Instant now) {
    /// The clock of the API server, which decides about creation times, may be slightly behind.
    private static final Duration MARGIN = Duration.ofMillis(100);

    private static final long MANY = 100;

    /// The latest start time that is due.
    ///
    /// @param earliest start times up to this one are not considered
    /// @param time empty when none is due
    /// @param missed how many are due, estimated; 0 when no more than one
    record Due(Instant earliest, Optional<Instant> time, long missed) {

        boolean isTooMany() {
            return missed > MANY;
        }
    }

    /// @return empty for a schedule that has no times, such as February 30
    Optional<Due> due() {
        Instant earliest = lastStart();
        Long deadline = cronJob.startingDeadline();
        if (deadline != null && now.minusSeconds(deadline).isAfter(earliest)) {
            earliest = now.minusSeconds(deadline);
        }
        return due(earliest);
    }

    /// When to look at the CronJob again; empty for a schedule that has no times.
    Optional<Instant> wake() {
        Optional<Due> due = due(lastStart());
        Instant after = due.isEmpty()
                ? now
                : due.get().time().orElse(due.get().missed() == 0 ? due.get().earliest() : now);
        return schedule.next(after).map(next -> next.plus(MARGIN));
    }

    private Instant lastStart() {
        Instant last = cronJob.lastScheduleTime();
        return last == null ? Objects.requireNonNullElse(cronJob.meta().creationTimestamp(), now) : last;
    }

    private Optional<Due> due(Instant earliest) {
        Optional<Instant> first = schedule.next(earliest);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        if (now.isBefore(first.get())) {
            return Optional.of(new Due(earliest, Optional.empty(), 0));
        }
        Optional<Instant> second = schedule.next(first.get());
        if (second.isEmpty()) {
            return Optional.empty();
        }
        if (now.isBefore(second.get())) {
            return Optional.of(new Due(earliest, first, 0));
        }
        return Optional.of(latest(earliest, first.get(), second.get()));
    }

    /// Counts in the rhythm of the first two, because a clock that was wrong by years would mean millions of
    /// times to step through. From shortly before now the schedule itself decides.
    private Due latest(Instant earliest, Instant first, Instant second) {
        long between = Math.max(1, Duration.between(first, second).toSeconds());
        long missed = Duration.between(first, now).toSeconds() / between + 1;
        Optional<Instant> latest = Optional.empty();
        Optional<Instant> next = schedule.next(first.plusSeconds((missed - 2) * between));
        while (next.isPresent() && !next.get().isAfter(now)) {
            latest = next;
            next = schedule.next(next.get());
        }
        return new Due(earliest, latest, missed);
    }
}
