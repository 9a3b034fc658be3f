package dev.stowage.cluster.scheduler;

import java.time.Duration;

/// @param name of the pods that are ours
/// @param patience how long the volumes of a pod may take
public record SchedulerOptions(String name, Duration patience) {
    public static final SchedulerOptions USUAL = new SchedulerOptions("default-scheduler", Duration.ofMinutes(10));
}
