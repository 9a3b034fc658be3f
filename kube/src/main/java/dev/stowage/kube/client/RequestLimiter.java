package dev.stowage.kube.client;

/// Limits the requests to the server. Thread-safe.
public interface RequestLimiter {

    /// Waits until a request may be sent.
    void acquire() throws InterruptedException;

    /// Called after the request.
    ///
    /// @param refused whether the server answered 429
    void release(boolean refused);

    /// A fixed rate with a burst, as `--kube-api-qps` and `--kube-api-burst` set it.
    static RequestLimiter perSecond(double rate, int burst) {
        return new TokenBucketLimiter(rate, burst);
    }

    /// As much as the server accepts: see [AdaptiveRequestLimiter].
    static RequestLimiter adaptive() {
        return new AdaptiveRequestLimiter(8, 64);
    }
}
