package dev.stowage.sidecar.healthmonitor;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.NodeNameVariable;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;

/// The flags of `csi-external-health-monitor-controller`, and one more: it can run on every node.
public final class HealthMonitorFlags {
    private final RoleFlag<Duration> askEvery;
    private final RoleFlag<Duration> listEvery;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Integer> workers;
    private final RoleFlag<Boolean> watchNodes;
    private final RoleFlag<Boolean> onNode;

    public HealthMonitorFlags(RoleFlags flags) {
        askEvery = flags.duration(
                "monitor-interval",
                Duration.ofMinutes(1),
                "How often each volume is checked when the driver cannot list them.");
        listEvery = flags.duration("list-volumes-interval", Duration.ofMinutes(5), "How often all volumes are listed.");
        timeout = flags.duration("timeout", Duration.ofSeconds(15), "Timeout of a call to the driver.");
        workers = flags.integer("worker-threads", 10, "Number of volumes to check concurrently.");
        watchNodes =
                flags.bool("enable-node-watcher", false, "Send events to claims when the node of their pods fails.");
        onNode = flags.bool("node-deployment", false, "Run one health monitor per node, for the volumes of that node.");
        // Accepted without effect: every round lists the existing volumes, and nodes are watched.
        flags.duration("resync", Duration.ofMinutes(10), "How often all objects are reconciled; has no effect.");
        flags.duration(
                "volume-list-add-interval", Duration.ofMinutes(5), "How often new volumes are added; has no effect.");
        flags.duration(
                "node-list-add-interval", Duration.ofMinutes(5), "How often new nodes are added; has no effect.");
    }

    /// @param environment for `NODE_NAME`
    public HealthMonitorOptions read(ParsedFlags line, Map<String, String> environment) {
        String node = NodeNameVariable.name(onNode.in(line), environment);
        if (workers.in(line) < 1) {
            throw new UsageException("--worker-threads must be at least 1");
        }
        return new HealthMonitorOptions(
                positive("monitor-interval", askEvery.in(line)),
                positive("list-volumes-interval", listEvery.in(line)),
                positive("timeout", timeout.in(line)),
                workers.in(line),
                watchNodes.in(line),
                node);
    }

    private static Duration positive(String flag, Duration value) {
        if (!value.isPositive()) {
            throw new UsageException("--" + flag + " must be greater than 0");
        }
        return value;
    }
}
