package dev.stowage.kube.controller;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.workqueue.ReconcileResult;

/// What to do with a key when an action failed.
public final class FailureResult {

    private FailureResult() {}

    /// For a key that writes only its own object: when that is deleted, nothing is left to do.
    public static ReconcileResult of(ApiFailure failure) {
        return failure.isNotFound() ? ReconcileResult.done() : retry(failure);
    }

    /// Another client was faster, or an object was deleted: the watch delivers the change and enqueues the
    /// key, in most cases before the back-off is over. That is not an error to report.
    public static ReconcileResult retry(ApiFailure failure) {
        boolean raced = failure.isConflict() || failure.isAlreadyExists() || failure.isNotFound();
        return ReconcileResult.retry(raced ? "" : String.valueOf(failure.getMessage()));
    }
}
