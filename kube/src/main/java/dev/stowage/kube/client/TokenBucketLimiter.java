package dev.stowage.kube.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A token bucket that fills at a steady rate; requests take tokens in order of arrival.
final class TokenBucketLimiter implements RequestLimiter {
    private final double nanosEach;
    private final double burst;
    private double tokens;
    private long filled = System.nanoTime();

    TokenBucketLimiter(double rate, int burst) {
        if (!(rate > 0) || burst < 1) {
            throw new IllegalArgumentException("rate and burst must be positive");
        }
        this.nanosEach = TimeUnit.SECONDS.toNanos(1) / rate;
        this.burst = burst;
        this.tokens = burst;
    }

    @Override
    public void acquire() throws InterruptedException {
        long pause = reserve(System.nanoTime());
        if (pause > 0) {
            InterruptibleSleep.of(Duration.ofNanos(pause));
        }
    }

    @Override
    public void release(boolean refused) {
        // The rate is fixed; the server's answers do not change it.
    }

    /// Takes a token, on credit if necessary, and returns how long to wait for it.
    synchronized long reserve(long now) {
        tokens = Math.min(burst, tokens + (now - filled) / nanosEach);
        filled = now;
        tokens -= 1;
        return tokens >= 0 ? 0 : (long) (-tokens * nanosEach);
    }
}
