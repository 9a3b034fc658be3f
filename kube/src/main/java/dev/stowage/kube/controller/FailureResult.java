package dev.stowage.kube.controller;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.workqueue.ReconcileResult;

/// What becomes of a key when a step failed.
public final class FailureResult {

    private FailureResult() {}

    /// For a key whose own object is all that it writes: when that is gone, nothing more is to be done.
    public static ReconcileResult of(ApiFailure failure) {
        return failure.isNotFound() ? ReconcileResult.done() : retry(failure);
    }

    /// Somebody else was faster, or something is gone: the watch brings the news and with it the next look, in most
    /// cases before the pause is over. That is no trouble to tell of.
    public static ReconcileResult retry(ApiFailure failure) {
        boolean raced = failure.isConflict() || failure.isAlreadyExists() || failure.isNotFound();
        return ReconcileResult.retry(raced ? "" : String.valueOf(failure.getMessage()));
    }
}
