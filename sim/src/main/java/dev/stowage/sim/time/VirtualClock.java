package dev.stowage.sim.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/// The simulated time. Only the simulation advances it.
public final class VirtualClock implements InstantSource {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(Comparator.comparing(Alarm::when).thenComparingLong(Alarm::number));
    private final Set<Object> gone = new HashSet<>();
    private Instant now = BEGINNING;
    private long count;

    /// @param owner the process that set it; the timer is dropped when the process ends
    private record Alarm(Instant when, long number, Object owner, Runnable task) {}

    @Override
    public synchronized Instant instant() {
        return now;
    }

    synchronized Runnable set(Object owner, Duration after, Runnable task) {
        if (gone.contains(owner)) {
            return () -> {};
        }
        Alarm alarm = new Alarm(now.plus(after), ++count, owner, task);
        alarms.add(alarm);
        return () -> cancel(alarm);
    }

    private synchronized void cancel(Alarm alarm) {
        alarms.remove(alarm);
    }

    /// The process has ended: drops its timers, and those that its last threads may still set.
    public synchronized void forget(Object owner) {
        gone.add(owner);
        alarms.removeIf(alarm -> alarm.owner().equals(owner));
    }

    /// The time until the next timer.
    public synchronized Optional<Duration> untilNext() {
        return Optional.ofNullable(alarms.peek()).map(alarm -> Duration.between(now, alarm.when()));
    }

    /// Advances to the next timer and runs it.
    public void advance() {
        Alarm alarm;
        synchronized (this) {
            alarm = alarms.remove();
            now = alarm.when().isAfter(now) ? alarm.when() : now;
        }
        alarm.task().run();
    }

    /// Advances the time; due timers run at the next [#advance].
    public synchronized void pass(Duration time) {
        now = now.plus(time);
    }
}
