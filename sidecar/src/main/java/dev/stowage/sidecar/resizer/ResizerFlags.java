package dev.stowage.sidecar.resizer;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.NodeNameVariable;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;

/// The flags of `csi-resizer`, and one more: it can run on every node, as the provisioner can.
public final class ResizerFlags {
    private final RoleFlag<Duration> resync;
    private final RoleFlag<Integer> workers;
    private final RoleFlag<Boolean> extraModifyMetadata;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Duration> retryStart;
    private final RoleFlag<Duration> retryMax;
    private final RoleFlag<Boolean> watchesPods;
    private final RoleFlag<Boolean> onNode;

    public ResizerFlags(RoleFlags flags) {
        resync = flags.duration("resync-period", Duration.ofMinutes(10), "How often unfinished work is looked at.");
        workers = flags.integer("workers", 10, "How many volumes are worked on at once.");
        extraModifyMetadata = flags.bool(
                "extra-modify-metadata", false, "Tell the driver the names of claim and volume when it modifies one.");
        timeout = flags.duration("timeout", Duration.ofSeconds(10), "Longest that a call to the driver may take.");
        retryStart = flags.duration(
                "retry-interval-start", Duration.ofSeconds(1), "First pause after a failure; it doubles each time.");
        retryMax = flags.duration("retry-interval-max", Duration.ofMinutes(5), "Longest pause after a failure.");
        watchesPods = flags.bool(
                "handle-volume-inuse-error",
                true,
                "When the driver refuses because a volume is in use, wait until no pod uses it.");
        onNode = flags.bool("node-deployment", false, "One resizer runs on every node, for the node's volumes.");
    }

    /// @param environment for `NODE_NAME`
    public ResizerOptions read(ParsedFlags line, Map<String, String> environment) {
        String node = NodeNameVariable.name(onNode.in(line), environment);
        if (workers.in(line) < 1) {
            throw new UsageException("flag --workers: " + workers.in(line) + " workers do nothing; at least 1");
        }
        if (!retryStart.in(line).isPositive()) {
            throw new UsageException("flag --retry-interval-start: without a pause a failure would repeat for ever");
        }
        return new ResizerOptions(
                resync.in(line),
                workers.in(line),
                extraModifyMetadata.in(line),
                timeout.in(line),
                retryStart.in(line),
                retryMax.in(line),
                watchesPods.in(line),
                node);
    }
}
