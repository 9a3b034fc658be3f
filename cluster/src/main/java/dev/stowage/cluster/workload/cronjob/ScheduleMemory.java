package dev.stowage.cluster.workload.cronjob;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.CronJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The schedules as they were last seen, and the timers that were started for them: a CronJob is looked at
/// after each change of its jobs, and one timer for its next start is enough. Thread-safe; one thread at a time
/// asks about a CronJob.
final class ScheduleMemory {
    private final Map<NamespacedName, RememberedSchedule> seen = new ConcurrentHashMap<>();

    /// @param fires when the timer fires, as the timer counts: the clock may have been set in the meantime
    private record RememberedSchedule(String uid, String schedule, String timeZone, Instant wake, long fires) {

        boolean isSame(CronJob cronJob) {
            return uid.equals(cronJob.meta().uid())
                    && schedule.equals(cronJob.schedule())
                    && timeZone.equals(cronJob.timeZone());
        }
    }

    /// Whether it is a known CronJob with another schedule than before. The new one is remembered.
    boolean isChanged(CronJob cronJob) {
        RememberedSchedule before = seen.get(cronJob.key());
        if (before != null && before.isSame(cronJob)) {
            return false;
        }
        seen.put(cronJob.key(), remember(cronJob, Instant.MIN, System.nanoTime()));
        return before != null && before.uid().equals(cronJob.meta().uid());
    }

    /// Whether no timer runs for that time yet. The caller starts it.
    boolean needsTimer(CronJob cronJob, Instant wake, Duration delay) {
        long now = System.nanoTime();
        RememberedSchedule before = seen.get(cronJob.key());
        if (before != null && before.isSame(cronJob) && before.wake().equals(wake) && before.fires() - now > 0) {
            return false;
        }
        seen.put(cronJob.key(), remember(cronJob, wake, now + delay.toNanos()));
        return true;
    }

    void forget(NamespacedName key) {
        seen.remove(key);
    }

    private static RememberedSchedule remember(CronJob cronJob, Instant wake, long fires) {
        return new RememberedSchedule(cronJob.meta().uid(), cronJob.schedule(), cronJob.timeZone(), wake, fires);
    }
}
