package dev.stowage.control.act;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.queue.Outcome;

/// What becomes of a key when a step failed.
public final class Aftermath {

    private Aftermath() {}

    /// For a key whose own object is all that it writes: when that is gone, nothing more is to be done.
    public static Outcome of(ApiFailure failure) {
        return failure.isNotFound() ? Outcome.done() : again(failure);
    }

    /// Somebody else was faster, or something is gone: the watch brings the news and with it the next look, in most
    /// cases before the pause is over. That is no trouble to tell of.
    public static Outcome again(ApiFailure failure) {
        boolean raced = failure.isConflict() || failure.isAlreadyExists() || failure.isNotFound();
        return Outcome.retry(raced ? "" : String.valueOf(failure.getMessage()));
    }
}
