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
        prefix = flags.text("volume-name-prefix", "pvc", "What the names of volumes begin with.");
        uuidLength = flags.integer(
                "volume-name-uuid-length", -1, "How much of the claim's uid is in a volume's name; -1 for all of it.");
        retryFirst = flags.duration("retry-interval-start", Duration.ofSeconds(1), "Pause after a first failure.");
        retryLongest = flags.duration("retry-interval-max", Duration.ofMinutes(5), "Longest pause after failures.");
        timeout = flags.duration("timeout", Duration.ofSeconds(10), "Longest that a call of the driver may take.");
        workers = flags.integer("worker-threads", 100, "How many volumes are made at once, and as many deleted.");
        strictTopology = flags.bool(
                "strict-topology", false, "Tell the driver the place of the selected node only, not the others.");
        immediateTopology = flags.bool(
                "immediate-topology", true, "Tell the driver the places of all nodes when no node is selected.");
        extraMetadata =
                flags.bool("extra-create-metadata", false, "Tell the driver the names of the claim and the volume.");
        defaultFsType = flags.text("default-fstype", "", "File system of volumes whose class names none.");
        readOnlyPublish = flags.bool(
                "controller-publish-readonly", false, "Mark volumes read-only whose claim is for ReadOnlyMany alone.");
        intent = flags.bool(
                "provision-intent",
                true,
                "Mark a claim before its volume is made, so that no crash leaves a volume without an owner.");
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
            throw new UsageException("--volume-name-uuid-length is -1 or from 0 to 32, not " + length);
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
