package dev.stowage.kube.queue;

import java.time.Duration;

/// How work on a key ended.
public sealed interface Outcome {

    /// Nothing is left to do until something changes.
    record Done() implements Outcome {}

    /// Look again after that time; this is no failure.
    record Again(Duration after) implements Outcome {}

    /// It did not work out; look again after a pause that grows with each failure in a row.
    ///
    /// @param why for the log; empty when it was logged already
    record Retry(String why) implements Outcome {}

    static Outcome done() {
        return new Done();
    }

    static Outcome again(Duration after) {
        return new Again(after);
    }

    static Outcome retry(String why) {
        return new Retry(why);
    }
}
