package dev.stowage.node.podworker;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How long a container that ends again and again has to wait.
///
/// @param pause from its end to its next beginning
/// @param updated when the pause was last changed
record CrashLoopBackOff(Duration pause, Instant updated) {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration FORGOTTEN = LONGEST.multipliedBy(2);

    /// What the next end will cost, when a container that ended then begins anew now.
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

    /// When a container that ended then may begin anew.
    Instant until(Instant ended) {
        return isForgotten(ended) ? ended : ended.plus(pause);
    }
}
