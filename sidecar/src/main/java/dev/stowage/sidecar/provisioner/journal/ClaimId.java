package dev.stowage.sidecar.provisioner.journal;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// One claim, and none that comes after it under the same name.
public record ClaimId(NamespacedName key, String uid) {

    public static ClaimId of(PersistentVolumeClaim claim) {
        return new ClaimId(claim.key(), claim.meta().uid());
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
