package dev.stowage.sidecar.resize;

import dev.stowage.kube.migrate.Migration;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Volume;

/// Which volumes are this driver's to resize.
final class Ownership {

    private Ownership() {}

    /// A volume from before CSI is the driver's as soon as the cluster says, on the claim, that it resizes it.
    static boolean isOurs(String driver, Claim claim, Volume volume) {
        return volume.isOf(driver)
                || (Migration.isMigrated(volume)
                        && claim.meta().annotation(Names.STORAGE_RESIZER).equals(driver));
    }
}
