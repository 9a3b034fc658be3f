package dev.stowage.sidecar.modifier;

import java.time.Duration;

/// What a claim needs now.
sealed interface ModifyAction {

    /// Nothing, until something changes.
    record Nothing() implements ModifyAction {}

    /// The driver refused this class; it is asked again only then.
    record RetryLater(Duration after) implements ModifyAction {}

    /// The wish was taken back before anything came of it: the claim need not say any more that it is modified.
    record Cancel() implements ModifyAction {}

    /// What was begun is tried once more, whatever the claim asks for by now.
    record Resume(String target) implements ModifyAction {}

    /// The volume becomes what that class says.
    record Begin(String target) implements ModifyAction {}
}
