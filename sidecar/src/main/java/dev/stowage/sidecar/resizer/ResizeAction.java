package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import java.time.Duration;

/// What a claim needs now.
sealed interface ResizeAction {

    /// Nothing, until something changes.
    record Nothing(String why) implements ResizeAction {}

    /// The driver cannot fulfil this wish; it is asked again only then.
    record RetryLater(Duration after) implements ResizeAction {}

    /// The volume grows to that size.
    ///
    /// @param anew whether this is another size than the claim last heard of
    record Expand(Quantity target, boolean anew) implements ResizeAction {}

    /// It would grow, but the driver does that only while nobody uses the volume, and somebody does.
    record Refuse(Quantity target, boolean anew) implements ResizeAction {}
}
