package dev.stowage.node.podworker;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The back-off of a container that exits again and again.
///
/// @param pause from its exit to its next start
/// @param updated when the pause was last changed
record CrashLoopBackOff(Duration pause, Instant updated) {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration FORGOTTEN = LONGEST.multipliedBy(2);

    /// The back-off after the next exit, when a container that exited then is restarted now.
    static CrashLoopBackOff next(@Nullable CrashLoopBackOff before, Instant ended, Instant now) {
        if (before == null || before.isForgotten(ended)) {
            return new CrashLoopBackOff(FIRST, now);
        }
        Duration twice = before.pause.multipliedBy(2);
        return new CrashLoopBackOff(twice.compareTo(LONGEST) < 0 ? twice : LONGEST, now);
    }

    /// A container that ran for long begins with a clean slate.
    private boolean isForgotten(Instant ended) {
        return Duration.between(updated, ended).compareTo(FORGOTTEN) > 0;
    }

    /// Whether a container that exited then must wait. A wait that is longer than the pause means that the
    /// clock was set back since; it is over then.
    boolean isPending(Instant ended, Instant now) {
        Instant until = until(ended);
        return until.isAfter(now) && !until.isAfter(now.plus(pause));
    }

    /// When a container that exited then may be restarted.
    Instant until(Instant ended) {
        return isForgotten(ended) ? ended : ended.plus(pause);
    }
}
