package dev.stowage.kube.workqueue;

import java.time.Duration;

/// Pauses that double, from the first to the longest.
public record ExponentialBackoff(Duration first, Duration longest) {

    public ExponentialBackoff {
        if (!first.isPositive() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("the first pause must be positive and not longer than the longest");
        }
    }

    /// @param failures the number of failures in a row before this one
    public Duration pause(int failures) {
        long shift = Math.min(failures, 40);
        long nanos = first.toNanos();
        // Doubling stops before it overflows.
        for (long i = 0; i < shift && nanos < longest.toNanos(); i++) {
            nanos *= 2;
        }
        return Duration.ofNanos(Math.min(nanos, longest.toNanos()));
    }
}
