package dev.stowage.node.run.probe;

/// The latest answers to a probe. One answer alone decides nothing.
///
/// @param good what they were
/// @param length how many of them in a row
/// @param verdict what is held to be so
record Streak(boolean good, int length, boolean verdict) {

    /// Before the first answer.
    static Streak assuming(boolean verdict) {
        return new Streak(verdict, 0, verdict);
    }

    Streak with(boolean answer, ProbeSpec spec) {
        int now = answer == good ? length + 1 : 1;
        boolean enough = now >= (answer ? spec.successes() : spec.failures());
        return new Streak(answer, Math.min(now, 1_000_000), enough ? answer : verdict);
    }
}
