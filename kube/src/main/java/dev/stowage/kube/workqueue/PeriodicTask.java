package dev.stowage.kube.workqueue;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A task that a timer repeats, such as a resync. A timer drops a task that throws, without a word; this one
/// is logged and runs again after the next period.
public final class PeriodicTask {
    private static final Logger log = LoggerFactory.getLogger(PeriodicTask.class);

    private PeriodicTask() {}

    /// @param name for the log
    public static ScheduledFuture<?> schedule(
            ScheduledExecutorService timer, String name, Duration period, Runnable task) {
        long nanos = period.toNanos();
        return timer.scheduleWithFixedDelay(() -> run(name, task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private static void run(String name, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            log.error("A periodic task failed ({}); it runs again after its period.", name, e);
        }
    }
}
