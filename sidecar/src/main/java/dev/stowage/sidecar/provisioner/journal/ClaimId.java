package dev.stowage.sidecar.provisioner.journal;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// Identifies one claim, not a later one with the same name.
public record ClaimId(NamespacedName key, String uid) {

    public static ClaimId of(PersistentVolumeClaim claim) {
        return new ClaimId(claim.key(), claim.meta().uid());
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
