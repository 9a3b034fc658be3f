package dev.stowage.sidecar.provision;

import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;

/// One claim, and none that comes after it under the same name.
record ClaimId(Key key, String uid) {

    static ClaimId of(Claim claim) {
        return new ClaimId(claim.key(), claim.meta().uid());
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
