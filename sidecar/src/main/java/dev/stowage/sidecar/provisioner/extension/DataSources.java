package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;

/// What volumes are filled with when they are made. Thread-safe.
public interface DataSources {

    /// Which source a claim names. Only looks at the claim and at what the driver can do; writes nothing.
    ///
    /// @return empty for an empty volume
    /// @throws Refusal [ProvisioningState#IGNORED] when somebody else will fill it,
    /// [ProvisioningState#FINISHED] when nobody can
    Optional<ContentSource> of(PersistentVolumeClaim claim) throws ProvisioningException;

    /// A source that a claim names.
    interface ContentSource {

        /// Looks the source up, checks it, and protects it from deletion until the volume is made.
        ///
        /// @throws Refusal usually [ProvisioningState#NO_CHANGE]: the source may become usable
        VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass)
                throws ProvisioningException, InterruptedException;

        /// The volume is made: this claim no longer needs the protection. Never fails; who could not lift it now
        /// tries again later.
        void release(PersistentVolumeClaim claim) throws InterruptedException;
    }

    /// Makes empty volumes only; a claim with a source is left alone.
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
