package dev.stowage.sidecar.modify;

import java.time.Duration;

/// What a claim needs now.
sealed interface Step {

    /// Nothing, until something changes.
    record Rest() implements Step {}

    /// The driver refused this class; it is asked again only then.
    record Later(Duration after) implements Step {}

    /// The wish was taken back before anything came of it: the claim need not say any more that it is modified.
    record Cancel() implements Step {}

    /// What was begun is tried once more, whatever the claim asks for by now.
    record Resume(String target) implements Step {}

    /// The volume becomes what that class says.
    record Begin(String target) implements Step {}
}
