package dev.stowage.sidecar.modifier;

import java.time.Duration;

/// What a claim needs now.
sealed interface ModifyAction {

    /// Nothing, until something changes.
    record Nothing() implements ModifyAction {}

    /// The driver rejected this class; it is retried only then.
    record RetryLater(Duration after) implements ModifyAction {}

    /// The request was withdrawn before it had an effect: the claim's status is cleared.
    record Cancel() implements ModifyAction {}

    /// Retry the modification in progress, regardless of what the claim requests now.
    record Resume(String target) implements ModifyAction {}

    /// Modify the volume to this class.
    record Begin(String target) implements ModifyAction {}
}
