package dev.stowage.kube.workqueue;

import java.time.Duration;

/// The result of processing a key.
public sealed interface ReconcileResult {

    /// Nothing is left to do until something changes.
    record Done() implements ReconcileResult {}

    /// Process the key again after that time; not a failure.
    record RequeueAfter(Duration after) implements ReconcileResult {}

    /// It failed; retry after a pause that grows with each failure in a row.
    ///
    /// @param why for the log; empty when it was logged already
    record Retry(String why) implements ReconcileResult {}

    static ReconcileResult done() {
        return new Done();
    }

    static ReconcileResult requeueAfter(Duration after) {
        return new RequeueAfter(after);
    }

    static ReconcileResult retry(String why) {
        return new Retry(why);
    }
}
