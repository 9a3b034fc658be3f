package dev.stowage.cluster.scheduler;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// Which pods this scheduler handles, and how long it waits for volumes.
public final class SchedulerFlags {
    private final Flag<String> name;
    private final Flag<Duration> bindingTimeout;

    public SchedulerFlags(FlagSet flags) {
        SchedulerOptions usual = SchedulerOptions.USUAL;
        name = flags.text("scheduler-name", usual.name(), "Schedule the pods with this spec.schedulerName.");
        bindingTimeout = flags.duration(
                "volume-binding-timeout", usual.bindingTimeout(), "Time to wait until the volumes of a pod are bound.");
    }

    public SchedulerOptions read(ParsedFlags line) {
        if (!line.value(bindingTimeout).isPositive()) {
            throw new IllegalArgumentException("--volume-binding-timeout must be positive");
        }
        return new SchedulerOptions(line.value(name), line.value(bindingTimeout));
    }
}
