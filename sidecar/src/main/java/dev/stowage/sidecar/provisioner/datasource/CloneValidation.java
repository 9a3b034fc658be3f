package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;

/// Checks whether a claim can be cloned from another. Each rule returns the problem.
final class CloneValidation {
    static final String PROTECTION = StorageFinalizers.CLONING_PROTECTION;
    static final String INVALID = "claim in dataSource not bound or invalid";

    private CloneValidation() {}

    /// The rules that need only the source claim.
    static Optional<String> problem(PersistentVolumeClaim claim, PersistentVolumeClaim source) {
        String name = source.meta().name();
        if (!source.status().isBound()) {
            return Optional.of("the PVC DataSource " + name + " must have a status of Bound.  Got "
                    + source.status().phase());
        }
        if (source.isBeingDeleted()) {
            return Optional.of("the PVC DataSource " + name + " is currently being deleted");
        }
        if (source.storageClass() == null) {
            return Optional.of("the source PVC (" + name + ") storageclass cannot be empty");
        }
        if (claim.storageClass() == null) {
            return Optional.of("the requested PVC (" + claim.meta().name() + ") storageclass cannot be empty");
        }
        if (claim.request().compareTo(source.request()) < 0) {
            return Optional.of("error, new PVC request must be greater than or equal in size to the specified PVC data"
                    + " source, requested " + claim.request().value() + " but source is "
                    + source.request().value());
        }
        return source.volumeName().isEmpty()
                ? Optional.of("volume name is empty in source PVC " + name)
                : Optional.empty();
    }

    static Optional<String> problem(
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            PersistentVolumeClaim source,
            PersistentVolume volume) {
        boolean bound = volume.claim() != null
                && volume.claim().uid().equals(source.meta().uid())
                && volume.claim().key().equals(source.key())
                && volume.phase().equals("Bound");
        if (!bound || !volume.isOf(storageClass.provisioner())) {
            return Optional.of(INVALID);
        }
        if (!volume.volumeMode().equals(claim.volumeMode())) {
            return Optional.of("the source PVC and destination PVCs must have the same volume mode for cloning.  Source"
                    + " is " + volume.volumeMode() + ", but new PVC requested " + claim.volumeMode());
        }
        return Optional.empty();
    }
}
