package dev.stowage.cluster.scheduler;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// Which pods are ours, and how patient we are.
public final class SchedulerFlags {
    private final Flag<String> name;
    private final Flag<Duration> patience;

    public SchedulerFlags(FlagSet flags) {
        SchedulerOptions usual = SchedulerOptions.USUAL;
        name = flags.text("scheduler-name", usual.name(), "Place the pods that ask for this scheduler.");
        patience = flags.duration(
                "volume-binding-timeout", usual.patience(), "How long to wait for the volumes of a pod.");
    }

    public SchedulerOptions read(ParsedFlags line) {
        if (!line.value(patience).isPositive()) {
            throw new IllegalArgumentException("--volume-binding-timeout has to be positive");
        }
        return new SchedulerOptions(line.value(name), line.value(patience));
    }
}
