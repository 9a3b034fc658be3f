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
                "monitor-interval", Duration.ofMinutes(1), "How often a volume is asked about, where each must be.");
        listEvery = flags.duration(
                "list-volumes-interval", Duration.ofMinutes(5), "How often the driver is asked about all volumes.");
        timeout = flags.duration("timeout", Duration.ofSeconds(15), "Longest that a call to the driver may take.");
        workers = flags.integer("worker-threads", 10, "How many volumes are asked about at once.");
        watchNodes = flags.bool("enable-node-watcher", false, "Tell claims when the node of their pods fails.");
        onNode = flags.bool("node-deployment", false, "One monitor runs on every node, for the node's volumes.");
        // Accepted: every round finds the volumes that there are, and nodes tell of themselves.
        flags.duration("resync", Duration.ofMinutes(10), "How often everything is looked at again; has no effect.");
        flags.duration(
                "volume-list-add-interval", Duration.ofMinutes(5), "How often new volumes are found; has no effect.");
        flags.duration(
                "node-list-add-interval", Duration.ofMinutes(5), "How often new nodes are found; has no effect.");
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
            throw new UsageException("--" + flag + " must be more than nothing");
        }
        return value;
    }
}
