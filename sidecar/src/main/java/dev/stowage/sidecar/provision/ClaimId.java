package dev.stowage.sidecar.provision;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;

/// One claim, and none that comes after it under the same name.
record ClaimId(NamespacedName key, String uid) {

    static ClaimId of(PersistentVolumeClaim claim) {
        return new ClaimId(claim.key(), claim.meta().uid());
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
