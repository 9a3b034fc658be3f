package dev.stowage.sidecar.provision.seam;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;

/// What volumes are filled with when they are made. Thread-safe.
public interface Sources {

    /// Which source a claim names. Only looks at the claim and at what the driver can do; writes nothing.
    ///
    /// @return empty for an empty volume
    /// @throws Refusal [State#IGNORED] when somebody else will fill it, [State#FINISHED] when nobody can
    Optional<Source> of(PersistentVolumeClaim claim) throws Refusal;

    /// A source that a claim names.
    interface Source {

        /// Looks the source up, checks it, and protects it from deletion until the volume is made.
        ///
        /// @throws Refusal usually [State#NO_CHANGE]: the source may become usable
        VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass) throws Refusal, InterruptedException;

        /// The volume is made: this claim no longer needs the protection. Never fails; who could not lift it now
        /// tries again later.
        void done(PersistentVolumeClaim claim) throws InterruptedException;
    }

    /// Makes empty volumes only; a claim with a source is left alone.
    static Sources none() {
        return claim -> {
            if (claim.dataSource() == null && claim.dataSourceRef() == null) {
                return Optional.empty();
            }
            throw new Refusal(State.IGNORED, "claims with a data source are not handled by this provisioner");
        };
    }
}
