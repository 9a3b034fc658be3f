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
        resync =
                flags.duration("resync-period", Duration.ofMinutes(10), "How often unfinished resizes are reconciled.");
        workers = flags.integer("workers", 10, "Number of volumes to resize concurrently.");
        extraModifyMetadata = flags.bool(
                "extra-modify-metadata",
                false,
                "Pass the names of the claim and the volume to ControllerModifyVolume.");
        timeout = flags.duration("timeout", Duration.ofSeconds(10), "Timeout of a call to the driver.");
        retryStart = flags.duration(
                "retry-interval-start",
                Duration.ofSeconds(1),
                "Initial retry delay after a failure; it doubles with each failure.");
        retryMax = flags.duration("retry-interval-max", Duration.ofMinutes(5), "Maximum retry delay after failures.");
        watchesPods = flags.bool(
                "handle-volume-inuse-error",
                true,
                "When the driver rejects a resize because the volume is in use, wait until no pod uses it.");
        onNode = flags.bool("node-deployment", false, "Run one resizer per node, for the volumes of that node.");
    }

    /// @param environment for `NODE_NAME`
    public ResizerOptions read(ParsedFlags line, Map<String, String> environment) {
        String node = NodeNameVariable.name(onNode.in(line), environment);
        if (workers.in(line) < 1) {
            throw new UsageException("flag --workers: " + workers.in(line) + " is too small (use at least 1)");
        }
        if (!retryStart.in(line).isPositive()) {
            throw new UsageException("flag --retry-interval-start: must be greater than 0");
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
