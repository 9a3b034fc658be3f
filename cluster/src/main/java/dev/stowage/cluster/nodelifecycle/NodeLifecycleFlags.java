package dev.stowage.cluster.nodelifecycle;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.time.Duration;

/// The flags of kube-controller-manager for the node lifecycle.
public final class NodeLifecycleFlags {
    private final Flag<Duration> grace;
    private final Flag<Duration> startup;

    public NodeLifecycleFlags(FlagSet flags) {
        grace = flags.duration(
                "node-monitor-grace-period",
                Duration.ofSeconds(50),
                "Time a running node may be unresponsive before it is marked unhealthy.");
        startup = flags.duration(
                "node-startup-grace-period",
                Duration.ofSeconds(60),
                "Time a starting node may be unresponsive before it is marked unhealthy.");
    }

    public NodeLifecycleOptions read(ParsedFlags line) {
        return new NodeLifecycleOptions(line.value(grace), line.value(startup));
    }
}
