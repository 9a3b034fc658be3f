package dev.stowage.sidecar.resize;

import dev.stowage.k8s.Quantity;
import java.time.Duration;

/// What a claim needs now.
sealed interface Step {

    /// Nothing, until something changes.
    record Rest(String why) implements Step {}

    /// The driver cannot fulfil this wish; it is asked again only then.
    record Later(Duration after) implements Step {}

    /// The volume grows to that size.
    ///
    /// @param anew whether this is another size than the claim last heard of
    record Expand(Quantity target, boolean anew) implements Step {}

    /// It would grow, but the driver does that only while nobody uses the volume, and somebody does.
    record Refuse(Quantity target, boolean anew) implements Step {}
}
