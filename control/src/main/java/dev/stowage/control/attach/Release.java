package dev.stowage.control.attach;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a volume that nobody wants on a node may be taken from it.
///
/// @param when when time alone will change the answer; null when it will not
record Release(Why why, @Nullable Instant when) {

    /// The reason.
    enum Why {
        NOT_YET(""),
        UNUSED(""),
        TIMEOUT("timeout"),
        OUT_OF_SERVICE("out-of-service");

        private final String metric;

        Why(String metric) {
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
    static Release of(Link link, Instant since, AttachOptions options, Instant now) {
        Site site = link.site();
        if (!link.inUse()) {
            return new Release(Why.UNUSED, null);
        }
        if (site.ready()) {
            return new Release(Why.NOT_YET, null);
        }
        if (site.outOfService()) {
            return new Release(Why.OUT_OF_SERVICE, null);
        }
        // A node that was deleted can neither be tainted nor come back to let go: time is all that is left.
        if (site.present() && !options.force()) {
            return new Release(Why.NOT_YET, null);
        }
        Instant unready = site.unreadySince();
        Instant due = (unready != null && unready.isAfter(since) ? unready : since).plus(options.forceAfter());
        return now.isBefore(due) ? new Release(Why.NOT_YET, due) : new Release(Why.TIMEOUT, null);
    }
}
