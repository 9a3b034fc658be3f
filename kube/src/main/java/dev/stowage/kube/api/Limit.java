package dev.stowage.kube.api;

/// How much is asked of the server at once. Thread-safe.
public interface Limit {

    /// Waits for a turn.
    void enter() throws InterruptedException;

    /// Gives the turn back.
    ///
    /// @param refused whether the server said that it is too much
    void leave(boolean refused);

    /// No more than so many requests a second, with so many at once after a pause: what `--kube-api-qps` asks for.
    static Limit perSecond(double rate, int burst) {
        return new FixedLimit(rate, burst);
    }

    /// As much as the server bears: see [AdaptiveLimit].
    static Limit adaptive() {
        return new AdaptiveLimit(8, 64);
    }
}
