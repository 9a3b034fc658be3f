package dev.stowage.sidecar.provisioner.options;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;

/// The flags of `csi-provisioner`.
public final class ProvisionerFlags {
    private final RoleFlag<String> prefix;
    private final RoleFlag<Integer> uuidLength;
    private final RoleFlag<Duration> retryFirst;
    private final RoleFlag<Duration> retryLongest;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Integer> workers;
    private final RoleFlag<Boolean> strictTopology;
    private final RoleFlag<Boolean> immediateTopology;
    private final RoleFlag<Boolean> extraMetadata;
    private final RoleFlag<String> defaultFsType;
    private final RoleFlag<Boolean> readOnlyPublish;
    private final RoleFlag<Boolean> intent;
    private final DataSourceFlags sources;
    private final CapacityFlags capacity;
    private final NodeDeploymentFlags node;

    public ProvisionerFlags(RoleFlags flags) {
        prefix = flags.text("volume-name-prefix", "pvc", "Prefix of volume names.");
        uuidLength = flags.integer(
                "volume-name-uuid-length", -1, "Number of characters of the claim's UID in volume names; -1 for all.");
        retryFirst = flags.duration(
                "retry-interval-start",
                Duration.ofSeconds(1),
                "Initial retry delay after a failure; it doubles with each failure.");
        retryLongest =
                flags.duration("retry-interval-max", Duration.ofMinutes(5), "Maximum retry delay after failures.");
        timeout = flags.duration("timeout", Duration.ofSeconds(10), "Timeout of a call to the driver.");
        workers = flags.integer(
                "worker-threads", 100, "Number of volumes to create concurrently, and as many to delete.");
        strictTopology =
                flags.bool("strict-topology", false, "Pass only the topology of the selected node to the driver.");
        immediateTopology = flags.bool(
                "immediate-topology", true, "Pass the topology of all nodes to the driver when no node is selected.");
        extraMetadata = flags.bool(
                "extra-create-metadata", false, "Pass the names of the claim and the volume to CreateVolume.");
        defaultFsType = flags.text("default-fstype", "", "File system of volumes whose class does not set one.");
        readOnlyPublish = flags.bool(
                "controller-publish-readonly",
                false,
                "Mark volumes as read-only when their claim has only ReadOnlyMany.");
        intent = flags.bool(
                "provision-intent",
                true,
                "Record a claim before its volume is created, so that no crash leaves an orphaned volume.");
        sources = new DataSourceFlags(flags);
        capacity = new CapacityFlags(flags);
        node = new NodeDeploymentFlags(flags);
    }

    /// @param environment for `NODE_NAME`, `NAMESPACE` and `POD_NAME`
    public ProvisionerOptions read(ParsedFlags line, Map<String, String> environment) {
        var options = new ProvisionerOptions(
                new ProvisionerOptions.Naming(prefix.in(line), uuidLength.in(line)),
                new ProvisionerOptions.Retries(retryFirst.in(line), retryLongest.in(line)),
                timeout.in(line),
                workers.in(line),
                strictTopology.in(line),
                immediateTopology.in(line),
                extraMetadata.in(line),
                defaultFsType.in(line),
                readOnlyPublish.in(line),
                intent.in(line),
                sources.read(line),
                capacity.read(line, environment),
                node.read(line, environment));
        check(options);
        return options;
    }

    private static void check(ProvisionerOptions options) {
        if (options.naming().prefix().isEmpty()) {
            throw new UsageException("--volume-name-prefix must not be empty");
        }
        int length = options.naming().uuidLength();
        if (length < -1 || length > 32) {
            throw new UsageException("--volume-name-uuid-length must be -1 or between 0 and 32, not " + length);
        }
        if (options.workers() < 1) {
            throw new UsageException("--worker-threads must be at least 1");
        }
        if (!options.retries().first().isPositive()
                || options.retries().longest().compareTo(options.retries().first()) < 0) {
            throw new UsageException("--retry-interval-start must be positive and at most --retry-interval-max");
        }
    }
}
