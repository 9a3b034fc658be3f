package dev.stowage.sidecar.provisioner;

import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Set;

/// What to do about one PersistentVolume.
enum VolumeDecision {
    NOTHING,
    ADD_FINALIZER,
    REMOVE_FINALIZER,
    DELETE;

    /// @param names the provisioner names that we serve
    static VolumeDecision of(PersistentVolume volume, Set<String> names) {
        if (!isOurs(volume, names)) {
            return NOTHING;
        }
        boolean guarded = volume.meta().hasFinalizer(StorageFinalizers.EXTERNAL_PROVISIONER);
        if (!volume.reclaimPolicy().equals("Delete")) {
            return guarded ? REMOVE_FINALIZER : NOTHING;
        }
        if (volume.isBeingDeleted() && !guarded) {
            // The volume is deleted already; the object waits for other finalizers.
            return NOTHING;
        }
        return switch (volume.phase()) {
            case "Bound" -> guarded || volume.isBeingDeleted() ? NOTHING : ADD_FINALIZER;
            // An administrator who takes the claim out of a released volume saves it: it will be available.
            case "Released" -> isClaimed(volume) ? DELETE : NOTHING;
            default -> NOTHING;
        };
    }

    private static boolean isClaimed(PersistentVolume volume) {
        return volume.claim() != null && !volume.claim().uid().isEmpty();
    }

    /// A statically provisioned volume is ours when it is of our driver.
    private static boolean isOurs(PersistentVolume volume, Set<String> names) {
        var annotations = volume.meta().annotations();
        String provisionedBy = annotations.get(VolumeAnnotations.PROVISIONED_BY);
        if (provisionedBy == null && volume.csi() != null) {
            return names.contains(volume.csi().driver());
        }
        return (provisionedBy != null && names.contains(provisionedBy))
                || names.contains(annotations.getOrDefault(VolumeAnnotations.MIGRATED_TO, ""));
    }
}
