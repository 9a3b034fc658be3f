package dev.stowage.sidecar.mover.link;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Bytes a second, for one transfer or shared by several: each message waits for its turn, so transfers get
/// about the same share. Thread-safe.
public final class RateLimit {
    /// What was not used for so long may be used at once.
    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private long bytesPerSecond;
    private long freeAt;
    private boolean isUsed;

    private RateLimit(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    public static RateLimit none() {
        return new RateLimit(0);
    }

    /// @param bytesPerSecond not positive for no limit
    public static RateLimit of(long bytesPerSecond) {
        return new RateLimit(bytesPerSecond);
    }

    /// Changes the limit, for running transfers too.
    public synchronized void change(long perSecond) {
        bytesPerSecond = perSecond;
    }

    /// Returns when the bytes, which came already, are paid for: the flow control of the stream then holds up the
    /// sender.
    public void acquire(long bytes) throws InterruptedException {
        long wait = reserve(bytes, System.nanoTime());
        if (wait > 0) {
            boolean _ = new CountDownLatch(1).await(wait, TimeUnit.NANOSECONDS); // only time ends it
        }
    }

    /// @return for how many nanoseconds to wait
    synchronized long reserve(long bytes, long now) {
        if (bytesPerSecond <= 0) {
            return 0;
        }
        if (!isUsed || freeAt - now < -BURST_NANOS) {
            freeAt = now - BURST_NANOS;
            isUsed = true;
        }
        freeAt += (long) ((double) bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
        return Math.max(0, freeAt - now);
    }
}
