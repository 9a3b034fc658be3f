package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// Which volumes this driver resizes.
final class VolumeOwnership {

    private VolumeOwnership() {}

    /// An in-tree volume belongs to the driver as soon as the claim has the annotation that the driver resizes
    /// it.
    static boolean isOurs(String driver, PersistentVolumeClaim claim, PersistentVolume volume) {
        return volume.isOf(driver)
                || (CsiTranslator.isMigrated(volume)
                        && claim.meta()
                                .annotation(VolumeAnnotations.STORAGE_RESIZER)
                                .equals(driver));
    }
}
