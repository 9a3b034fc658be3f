package dev.stowage.sim.time;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// A process's timer on the virtual clock.
public final class VirtualTimer extends AbstractExecutorService implements ScheduledExecutorService {
    private final VirtualClock clock;
    private final Object owner;
    private final boolean rings;

    private VirtualTimer(VirtualClock clock, Object owner, boolean rings) {
        this.clock = clock;
        this.owner = owner;
        this.rings = rings;
    }

    public static VirtualTimer of(VirtualClock clock, Object owner) {
        return new VirtualTimer(clock, owner, true);
    }

    /// For tasks that must not run here, such as the timeout of a watch.
    public static VirtualTimer silent(VirtualClock clock, Object owner) {
        return new VirtualTimer(clock, owner, false);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    command.run();
                    return Boolean.TRUE;
                },
                delay,
                unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return new Task<>(callable, Duration.ofNanos(unit.toNanos(delay)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    command.run();
                    var _ = scheduleWithFixedDelay(command, delay, delay, unit);
                },
                initial,
                unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        return scheduleWithFixedDelay(command, initial, period, unit);
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final Duration after;
        private Runnable forget = () -> {};

        Task(Callable<V> callable, Duration after) {
            super(callable);
            this.after = after;
            if (rings) {
                forget = clock.set(owner, after, this);
            }
        }

        @Override
        public boolean cancel(boolean interrupt) {
            forget.run();
            return super.cancel(interrupt);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(after);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public void execute(Runnable command) {
        var _ = schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public void shutdown() {
        clock.forget(owner);
    }

    @Override
    public List<Runnable> shutdownNow() {
        clock.forget(owner);
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
