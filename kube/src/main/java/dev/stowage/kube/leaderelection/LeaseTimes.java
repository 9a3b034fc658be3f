package dev.stowage.kube.leaderelection;

import java.time.Duration;

/// The durations of leader election: how long a lease is valid, how long its holder tries to renew, and how
/// often.
public record LeaseTimes(Duration duration, Duration renewDeadline, Duration retryPeriod) {
    private static final double JITTER = 1.2;

    public LeaseTimes {
        if (duration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("leaseDuration must be greater than renewDeadline");
        }
        if (renewDeadline.toNanos() <= JITTER * retryPeriod.toNanos()) {
            throw new IllegalArgumentException("renewDeadline must be greater than retryPeriod*JitterFactor");
        }
        if (!retryPeriod.isPositive()) {
            throw new IllegalArgumentException("retryPeriod must be greater than zero");
        }
    }

    public static LeaseTimes standard() {
        return new LeaseTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(5));
    }
}
