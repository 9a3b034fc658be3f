package dev.stowage.sidecar.provisioner.request;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;

/// The name of a claim's volume, at the driver and as a PersistentVolume. It depends only on the claim, so
/// repeated requests are for the same volume.
public final class VolumeName {

    private VolumeName() {}

    public static String of(Naming naming, PersistentVolumeClaim claim) {
        return of(naming, claim.meta().uid());
    }

    static String of(Naming naming, String uid) {
        if (naming.uuidLength() < 0) {
            return naming.prefix() + "-" + uid;
        }
        String digits = uid.replace("-", "");
        return naming.prefix() + "-" + digits.substring(0, Math.min(naming.uuidLength(), digits.length()));
    }
}
