package dev.stowage.sidecar.resizer;

import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// Which volumes are this driver's to resize.
final class VolumeOwnership {

    private VolumeOwnership() {}

    /// A volume from before CSI is the driver's as soon as the cluster says, on the claim, that it resizes it.
    static boolean isOurs(String driver, PersistentVolumeClaim claim, PersistentVolume volume) {
        return volume.isOf(driver)
                || (CsiTranslator.isMigrated(volume)
                        && claim.meta()
                                .annotation(ResizeConstants.STORAGE_RESIZER)
                                .equals(driver));
    }
}
