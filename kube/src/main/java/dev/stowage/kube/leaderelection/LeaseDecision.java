package dev.stowage.kube.leaderelection;

import dev.stowage.kube.model.Lease;
import java.util.Optional;

/// Decides what a candidate does with a lease.
enum LeaseDecision {
    CREATE,
    TAKE,
    RENEW,
    WAIT;

    /// @param expired whether the holder did not renew it for its duration, by our own clock: the clocks of two
    ///     machines may differ
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
