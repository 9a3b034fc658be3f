package dev.stowage.control.attachdetach;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a volume that nobody wants on a node may be taken from it.
///
/// @param when when time alone will change the answer; null when it will not
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

        /// As the counter of forced detaches names it; empty when it is none.
        String metric() {
            return metric;
        }
    }

    /// A node that is ready keeps what it uses, however long and whatever its taints say: what is mounted there would
    /// be
    /// torn from under it.
    ///
    /// @param since when it was first seen that nobody wants it
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
        // A node that was deleted can neither be tainted nor come back to let go: time is all that is left.
        if (nodeState.present() && !options.force()) {
            return new DetachDecision(Reason.NOT_YET, null);
        }
        Instant unready = nodeState.unreadySince();
        Instant due = (unready != null && unready.isAfter(since) ? unready : since).plus(options.forceAfter());
        return now.isBefore(due) ? new DetachDecision(Reason.NOT_YET, due) : new DetachDecision(Reason.TIMEOUT, null);
    }
}
