package dev.stowage.node.prober;

/// The latest answers to a probe. One answer alone decides nothing.
///
/// @param good what they were
/// @param length how many of them in a row
/// @param verdict what is held to be so
record ProbeThreshold(boolean good, int length, boolean verdict) {

    /// Before the first answer.
    static ProbeThreshold assuming(boolean verdict) {
        return new ProbeThreshold(verdict, 0, verdict);
    }

    ProbeThreshold with(boolean answer, ProbeSpec spec) {
        int now = answer == good ? length + 1 : 1;
        boolean enough = now >= (answer ? spec.successes() : spec.failures());
        return new ProbeThreshold(answer, Math.min(now, 1_000_000), enough ? answer : verdict);
    }
}
