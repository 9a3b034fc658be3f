package dev.stowage.kube.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A bucket that fills at a steady rate; each request takes one out, in the order of their coming.
final class TokenBucketLimiter implements RequestLimiter {
    private final double nanosEach;
    private final double burst;
    private double tokens;
    private long filled = System.nanoTime();

    TokenBucketLimiter(double rate, int burst) {
        if (!(rate > 0) || burst < 1) {
            throw new IllegalArgumentException("A rate and a burst are positive.");
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
        // The rate is the caller's word; what the server says changes nothing about it.
    }

    /// Takes a token, on credit if need be, and tells how long to wait until it is there.
    synchronized long reserve(long now) {
        tokens = Math.min(burst, tokens + (now - filled) / nanosEach);
        filled = now;
        tokens -= 1;
        return tokens >= 0 ? 0 : (long) (-tokens * nanosEach);
    }
}
