package dev.stowage.sidecar.provisioner.options;

import java.time.Duration;

/// How the provisioner works.
///
/// @param intent whether a claim is marked before its volume is made, so that no end of this process loses the volume
/// @param node the node that this process runs on; only needed on every node
public record ProvisionerOptions(
        Naming naming,
        Retries retries,
        Duration timeout,
        int workers,
        boolean strictTopology,
        boolean immediateTopology,
        boolean extraMetadata,
        String defaultFsType,
        boolean readOnlyPublish,
        boolean intent,
        DataSourceOptions sources,
        CapacityOptions capacity,
        NodeDeploymentOptions node) {

    /// How volumes are called.
    ///
    /// @param uuidLength how much of the claim's uid is used; -1 for all of it
    public record Naming(String prefix, int uuidLength) {}

    /// How long to wait after failures.
    public record Retries(Duration first, Duration longest) {}

    /// How sources of volumes are guarded.
    ///
    /// @param sweep how often forgotten protections of snapshots are looked for; zero for never
    public record DataSourceOptions(int cloneThreads, Duration sweep, boolean preventModeConversion) {}

    /// How free capacity is published.
    ///
    /// @param ownerLevel how many owners up from this pod the owner of the objects is; -1 for none
    /// @param namespace where the objects are, from the environment
    /// @param pod this process's own, from the environment
    public record CapacityOptions(
            boolean enabled,
            boolean forImmediateBinding,
            Duration poll,
            int ownerLevel,
            int threads,
            double rate,
            int burst,
            String namespace,
            String pod) {}

    /// How a provisioner on every node shares the work.
    ///
    /// @param name from the environment; empty when it is not known
    public record NodeDeploymentOptions(
            boolean enabled, String name, boolean immediateBinding, Duration baseDelay, Duration maxDelay) {}
}
