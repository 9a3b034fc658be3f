package dev.stowage.kube.leaderelection;

import dev.stowage.kube.model.Lease;
import java.util.Optional;

/// What a candidate does about a lease.
enum LeaseDecision {
    CREATE,
    TAKE,
    RENEW,
    WAIT;

    /// @param expired whether the holder has not renewed it for as long as we have watched, by our own clock: the
    /// clocks
    ///     of two machines need not agree
    static LeaseDecision of(Optional<Lease> lease, String identity, boolean expired) {
        if (lease.isEmpty()) {
            return CREATE;
        }
        String holder = lease.get().holder();
        if (holder.equals(identity)) {
            return RENEW;
        }
        return holder.isEmpty() || expired ? TAKE : WAIT;
    }
}
