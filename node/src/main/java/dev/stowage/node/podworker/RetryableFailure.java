package dev.stowage.node.podworker;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A failure after which the action is tried again.
///
/// @param reason as in the container status
/// @param tries the number of failures in a row
/// @param until when it is tried again
record RetryableFailure(String reason, String message, int tries, Instant until) {
    private static final Duration LONGEST_OF_IMAGES = Duration.ofMinutes(5);
    private static final Duration FIRST_OF_IMAGES = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration FIRST = Duration.ofMillis(500);

    /// Whether the next attempt must wait. A wait that is longer than any pause means that the clock was set back
    /// since;
    /// it is over then.
    boolean isPending(Instant now) {
        return until.isAfter(now) && !until.isAfter(now.plus(LONGEST_OF_IMAGES));
    }

    /// A registry is spared; what is wrong here may be put right any moment.
    static RetryableFailure after(@Nullable RetryableFailure before, String reason, String message, Instant now) {
        int tries = before == null ? 0 : before.tries + 1;
        boolean image = reason.equals("ErrImagePull");
        Duration pause = (image ? FIRST_OF_IMAGES : FIRST).multipliedBy(1L << Math.min(tries, 10));
        Duration longest = image ? LONGEST_OF_IMAGES : LONGEST;
        return new RetryableFailure(reason, message, tries, now.plus(pause.compareTo(longest) < 0 ? pause : longest));
    }
}
