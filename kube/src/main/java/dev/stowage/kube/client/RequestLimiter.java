package dev.stowage.kube.client;

/// How much is asked of the server at once. Thread-safe.
public interface RequestLimiter {

    /// Waits for a turn.
    void acquire() throws InterruptedException;

    /// Gives the turn back.
    ///
    /// @param refused whether the server said that it is too much
    void release(boolean refused);

    /// No more than so many requests a second, with so many at once after a pause: what `--kube-api-qps` asks for.
    static RequestLimiter perSecond(double rate, int burst) {
        return new TokenBucketLimiter(rate, burst);
    }

    /// As much as the server bears: see [AdaptiveRequestLimiter].
    static RequestLimiter adaptive() {
        return new AdaptiveRequestLimiter(8, 64);
    }
}
