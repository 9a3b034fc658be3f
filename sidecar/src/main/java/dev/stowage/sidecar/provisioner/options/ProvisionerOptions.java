package dev.stowage.sidecar.provisioner.options;

import java.time.Duration;

/// The options of the provisioner.
///
/// @param intent whether a claim is recorded before its volume is created, so that no crash loses the volume
/// @param node the node that this process runs on; only needed when one provisioner runs per node
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

    /// How volumes are named.
    ///
    /// @param uuidLength number of characters of the claim's uid; -1 for all
    public record Naming(String prefix, int uuidLength) {}

    /// The back-off after failures.
    public record Retries(Duration first, Duration longest) {}

    /// How data sources of volumes are protected.
    ///
    /// @param sweep how often leftover protection finalizers of snapshots are removed; zero for never
    public record DataSourceOptions(int cloneThreads, Duration sweep, boolean preventModeConversion) {}

    /// How free capacity is published.
    ///
    /// @param ownerLevel level of this pod's owner that owns the objects: 0 for the pod; -1 for none
    /// @param namespace of the objects, from the environment
    /// @param pod the pod of this process, from the environment
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

    /// How provisioners on every node share the work.
    ///
    /// @param name from the environment; empty when it is not known
    public record NodeDeploymentOptions(
            boolean enabled, String name, boolean immediateBinding, Duration baseDelay, Duration maxDelay) {}
}
