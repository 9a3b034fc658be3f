package dev.stowage.sidecar.provisioner.extension;

/// The extensions of a provisioner.
public record ProvisionerExtensions(
        VolumeTopology topology, DataSources dataSources, ClaimOwnership ownership, ProvisioningListener listener) {

    /// No topology, no data sources, a single instance, no listener.
    public static ProvisionerExtensions none() {
        return new ProvisionerExtensions(
                VolumeTopology.none(),
                DataSources.none(),
                ClaimOwnership.singleInstance(),
                ProvisioningListener.none());
    }

    public ProvisionerExtensions with(VolumeTopology other) {
        return new ProvisionerExtensions(other, dataSources, ownership, listener);
    }

    public ProvisionerExtensions with(DataSources other) {
        return new ProvisionerExtensions(topology, other, ownership, listener);
    }

    public ProvisionerExtensions with(ClaimOwnership other) {
        return new ProvisionerExtensions(topology, dataSources, other, listener);
    }

    public ProvisionerExtensions with(ProvisioningListener other) {
        return new ProvisionerExtensions(topology, dataSources, ownership, other);
    }
}
