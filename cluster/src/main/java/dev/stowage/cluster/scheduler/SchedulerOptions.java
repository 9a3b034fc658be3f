package dev.stowage.cluster.scheduler;

import java.time.Duration;

/// @param name `spec.schedulerName` of the pods to schedule
/// @param bindingTimeout how long the volumes of a pod may take
public record SchedulerOptions(String name, Duration bindingTimeout) {
    public static final SchedulerOptions USUAL = new SchedulerOptions("default-scheduler", Duration.ofMinutes(10));
}
