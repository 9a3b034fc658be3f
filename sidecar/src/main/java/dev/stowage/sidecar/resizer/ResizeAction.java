package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import java.time.Duration;

/// What a claim needs now.
sealed interface ResizeAction {

    /// Nothing, until something changes.
    record Nothing(String why) implements ResizeAction {}

    /// The driver cannot fulfil this request; it is retried only then.
    record RetryLater(Duration after) implements ResizeAction {}

    /// Expand the volume to this size.
    ///
    /// @param newTarget whether the size differs from the one in the claim's status
    record Expand(Quantity target, boolean newTarget) implements ResizeAction {}

    /// Wait: the driver expands only volumes that are not in use, and a pod uses this one.
    record Refuse(Quantity target, boolean newTarget) implements ResizeAction {}
}
