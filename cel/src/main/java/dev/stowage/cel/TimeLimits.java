package dev.stowage.cel;

import java.time.Duration;
import java.time.Instant;

/// The range of timestamps and durations: years with four digits, and nanoseconds in 64 bits.
final class TimeLimits {
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private TimeLimits() {}

    static boolean has(Instant time) {
        return !time.isBefore(FIRST) && !time.isAfter(LAST);
    }

    static Instant require(Instant time) throws EvaluationException {
        if (!has(time)) {
            throw new EvaluationException("timestamp overflow");
        }
        return time;
    }

    static Duration require(Duration span) throws EvaluationException {
        if (span.compareTo(LONGEST) > 0 || span.compareTo(LONGEST.negated()) < 0) {
            throw new EvaluationException("integer overflow");
        }
        return span;
    }
}
