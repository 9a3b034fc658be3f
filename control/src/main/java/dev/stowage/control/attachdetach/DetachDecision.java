package dev.stowage.control.attachdetach;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a volume that no pod needs on a node may be detached from it.
///
/// @param when the time at which the answer changes without an event; null when it does not
record DetachDecision(Reason reason, @Nullable Instant when) {

    /// The reason.
    enum Reason {
        NOT_YET(""),
        UNUSED(""),
        TIMEOUT("timeout"),
        OUT_OF_SERVICE("out-of-service");

        private final String metric;

        Reason(String metric) {
            this.metric = metric;
        }

        /// The value of the label `reason` in the counter of forced detaches; empty when the detach is not
        /// forced.
        String metric() {
            return metric;
        }
    }

    /// A ready node keeps what it uses, no matter how long and whatever its taints: detaching would pull a
    /// mounted volume away.
    ///
    /// @param since when it was first observed that no pod needs it
    static DetachDecision of(VolumeNodeState volumeNodeState, Instant since, AttachDetachOptions options, Instant now) {
        NodeState nodeState = volumeNodeState.nodeState();
        if (!volumeNodeState.inUse()) {
            return new DetachDecision(Reason.UNUSED, null);
        }
        if (nodeState.ready()) {
            return new DetachDecision(Reason.NOT_YET, null);
        }
        if (nodeState.outOfService()) {
            return new DetachDecision(Reason.OUT_OF_SERVICE, null);
        }
        // A deleted node can neither be tainted nor recover and unmount: only the timeout is left.
        if (nodeState.present() && !options.force()) {
            return new DetachDecision(Reason.NOT_YET, null);
        }
        Instant unready = nodeState.unreadySince();
        Instant due = (unready != null && unready.isAfter(since) ? unready : since).plus(options.forceAfter());
        return now.isBefore(due) ? new DetachDecision(Reason.NOT_YET, due) : new DetachDecision(Reason.TIMEOUT, null);
    }
}
