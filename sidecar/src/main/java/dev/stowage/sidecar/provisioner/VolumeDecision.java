package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import java.util.Set;

/// What to do about one volume object.
enum VolumeDecision {
    NOTHING,
    ADD_FINALIZER,
    REMOVE_FINALIZER,
    DELETE;

    /// @param names the names that we provision under
    static VolumeDecision of(PersistentVolume volume, Set<String> names) {
        if (!isOurs(volume, names)) {
            return NOTHING;
        }
        boolean guarded = volume.meta().hasFinalizer(ProvisionerAnnotations.VOLUME_FINALIZER);
        if (!volume.reclaimPolicy().equals("Delete")) {
            return guarded ? REMOVE_FINALIZER : NOTHING;
        }
        if (volume.isBeingDeleted() && !guarded) {
            // The volume is deleted already; the object waits for somebody else.
            return NOTHING;
        }
        return switch (volume.phase()) {
            case "Bound" -> guarded || volume.isBeingDeleted() ? NOTHING : ADD_FINALIZER;
            case "Released" -> DELETE;
            default -> NOTHING;
        };
    }

    /// A volume that nobody provisioned is ours when it is the driver's.
    private static boolean isOurs(PersistentVolume volume, Set<String> names) {
        var annotations = volume.meta().annotations();
        String provisionedBy = annotations.get(ProvisionerAnnotations.PROVISIONED_BY);
        if (provisionedBy == null && volume.csi() != null) {
            return names.contains(volume.csi().driver());
        }
        return (provisionedBy != null && names.contains(provisionedBy))
                || names.contains(annotations.getOrDefault(ProvisionerAnnotations.MIGRATED_TO, ""));
    }
}
