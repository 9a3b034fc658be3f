package dev.stowage.sidecar.snapshotter;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.NodeNameVariable;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;

/// The flags of `csi-snapshotter`.
public final class SnapshotterFlags {
    private static final int LONGEST_UUID = 32;

    private final RoleFlag<Duration> resync;
    private final RoleFlag<String> prefix;
    private final RoleFlag<Integer> uuidLength;
    private final RoleFlag<String> groupPrefix;
    private final RoleFlag<Integer> groupUuidLength;
    private final RoleFlag<Integer> workers;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Boolean> extraMetadata;
    private final RoleFlag<Duration> retryFirst;
    private final RoleFlag<Duration> retryLongest;
    private final RoleFlag<Boolean> nodeDeployment;

    public SnapshotterFlags(RoleFlags flags) {
        resync = flags.duration("resync-period", Duration.ofMinutes(15), "How often all objects are reconciled.");
        prefix = flags.text("snapshot-name-prefix", "snapshot", "Prefix of snapshot names.");
        uuidLength = flags.integer(
                "snapshot-name-uuid-length", -1, "Number of characters of the UID in snapshot names; -1 for all.");
        groupPrefix = flags.text("groupsnapshot-name-prefix", "groupsnapshot", "Prefix of group snapshot names.");
        groupUuidLength = flags.integer(
                "groupsnapshot-name-uuid-length",
                -1,
                "Number of characters of the UID in group snapshot names; -1 for all.");
        workers =
                flags.integer("worker-threads", 10, "Number of snapshots to take concurrently, and as many to delete.");
        timeout = flags.duration("timeout", Duration.ofMinutes(1), "Timeout of a call to the driver.");
        extraMetadata =
                flags.bool("extra-create-metadata", false, "Pass the names of the snapshot objects to CreateSnapshot.");
        retryFirst = flags.duration(
                "retry-interval-start",
                Duration.ofSeconds(1),
                "Initial retry delay after a failure, and interval between checks of a snapshot that is not ready.");
        retryLongest =
                flags.duration("retry-interval-max", Duration.ofMinutes(5), "Maximum retry delay after failures.");
        nodeDeployment =
                flags.bool("node-deployment", false, "Run one snapshotter per node, for the volumes of that node.");
    }

    /// @param environment for `NODE_NAME`
    public SnapshotterOptions read(ParsedFlags line, Map<String, String> environment) {
        String node = NodeNameVariable.name(nodeDeployment.in(line), environment);
        if (workers.in(line) < 1) {
            throw new UsageException("--worker-threads must be at least 1");
        }
        if (!retryFirst.in(line).isPositive() || retryLongest.in(line).compareTo(retryFirst.in(line)) < 0) {
            throw new UsageException("--retry-interval-start must be positive and at most --retry-interval-max");
        }
        return new SnapshotterOptions(
                naming("snapshot", prefix.in(line), uuidLength.in(line)),
                naming("groupsnapshot", groupPrefix.in(line), groupUuidLength.in(line)),
                timeout.in(line),
                workers.in(line),
                resync.in(line),
                retryFirst.in(line),
                retryLongest.in(line),
                extraMetadata.in(line),
                node);
    }

    private static SnapshotterOptions.Naming naming(String what, String prefix, int uuidLength) {
        if (prefix.isEmpty()) {
            throw new UsageException("--" + what + "-name-prefix must not be empty");
        }
        if (uuidLength < -1 || uuidLength > LONGEST_UUID) {
            throw new UsageException("--" + what + "-name-uuid-length must be -1 or between 0 and " + LONGEST_UUID
                    + ", not " + uuidLength);
        }
        return new SnapshotterOptions.Naming(prefix, uuidLength);
    }
}
