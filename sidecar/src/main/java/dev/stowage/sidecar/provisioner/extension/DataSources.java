package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;

/// The data sources of volumes. Thread-safe.
public interface DataSources {

    /// The data source of a claim. Checks only the claim and the driver's capabilities; writes nothing.
    ///
    /// @return empty for an empty volume
    /// @throws ProvisioningException [ProvisioningState#IGNORED] when a populator handles the claim,
    ///     [ProvisioningState#FINISHED] when the source is not supported
    Optional<ContentSource> of(PersistentVolumeClaim claim) throws ProvisioningException;

    /// The data source of a claim.
    interface ContentSource {

        /// Finds and validates the source, and protects it from deletion until the volume is created.
        ///
        /// @throws ProvisioningException usually [ProvisioningState#NO_CHANGE]: the source may become usable
        VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass)
                throws ProvisioningException, InterruptedException;

        /// The volume is created: this claim no longer needs the protection. Never fails; a removal that fails
        /// is retried later.
        void release(PersistentVolumeClaim claim) throws InterruptedException;
    }

    /// Supports empty volumes only; claims with a data source are ignored.
    static DataSources none() {
        return claim -> {
            if (claim.dataSource() == null && claim.dataSourceRef() == null) {
                return Optional.empty();
            }
            throw new ProvisioningException(
                    ProvisioningState.IGNORED, "claims with a data source are not handled by this provisioner");
        };
    }
}
