package dev.stowage.sidecar.mover;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What the server knows about whether a node is alive.
///
/// @param renewed when its kubelet last renewed its lease; empty if it has none
/// @param validFor how long a lease counts
/// @param isOutOfService whether an administrator has said by the taint of Kubernetes that it is down
record NodeLiveness(Optional<Instant> renewed, Duration validFor, boolean isOutOfService) {

    static final NodeLiveness UNKNOWN = new NodeLiveness(Optional.empty(), Duration.ZERO, false);

    /// Whether it must be taken for alive.
    boolean isFresh(Instant now) {
        return renewed.filter(at -> now.isBefore(at.plus(validFor))).isPresent();
    }
}
