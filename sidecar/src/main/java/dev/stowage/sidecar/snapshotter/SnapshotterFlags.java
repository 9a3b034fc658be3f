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
        resync = flags.duration(
                "resync-period", Duration.ofMinutes(15), "How often everything is looked at though nothing changed.");
        prefix = flags.text("snapshot-name-prefix", "snapshot", "What the names of snapshots begin with.");
        uuidLength = flags.integer(
                "snapshot-name-uuid-length", -1, "How much of the uid is in a snapshot's name; -1 for all of it.");
        groupPrefix = flags.text(
                "groupsnapshot-name-prefix", "groupsnapshot", "What the names of group snapshots begin with.");
        groupUuidLength = flags.integer(
                "groupsnapshot-name-uuid-length",
                -1,
                "How much of the uid is in a group snapshot's name; -1 for all of it.");
        workers = flags.integer("worker-threads", 10, "How many snapshots are taken at once, and as many deleted.");
        timeout = flags.duration("timeout", Duration.ofMinutes(1), "Longest that a call of the driver may take.");
        extraMetadata = flags.bool("extra-create-metadata", false, "Tell the driver the names of the objects.");
        retryFirst = flags.duration(
                "retry-interval-start",
                Duration.ofSeconds(1),
                "Pause after a first failure, and between two looks at a snapshot that is not ready.");
        retryLongest = flags.duration("retry-interval-max", Duration.ofMinutes(5), "Longest pause after failures.");
        nodeDeployment =
                flags.bool("node-deployment", false, "One snapshotter runs on every node, for the node's volumes.");
    }

    /// @param environment for `NODE_NAME`
    public SnapshotterOptions read(ParsedFlags line, Map<String, String> environment) {
        String node = NodeNameVariable.name(nodeDeployment.in(line), environment);
        if (workers.in(line) < 1) {
            throw new UsageException("--worker-threads must be at least 1");
        }
        if (!retryFirst.in(line).isPositive() || retryLongest.in(line).compareTo(retryFirst.in(line)) < 0) {
            throw new UsageException("--retry-interval-start must be positive and no longer than --retry-interval-max");
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
            throw new UsageException(
                    "--" + what + "-name-uuid-length is -1 or from 0 to " + LONGEST_UUID + ", not " + uuidLength);
        }
        return new SnapshotterOptions.Naming(prefix, uuidLength);
    }
}
