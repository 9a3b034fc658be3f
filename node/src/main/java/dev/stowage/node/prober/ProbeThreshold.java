package dev.stowage.node.prober;

/// Counts the latest results of a probe, because a threshold of results in a row decides.
///
/// @param good the latest result
/// @param length how many of them in a row
/// @param verdict the current state of the probe
record ProbeThreshold(boolean good, int length, boolean verdict) {

    /// The state before the first result.
    static ProbeThreshold assuming(boolean verdict) {
        return new ProbeThreshold(verdict, 0, verdict);
    }

    ProbeThreshold with(boolean answer, ProbeSpec spec) {
        int now = answer == good ? length + 1 : 1;
        boolean enough = now >= (answer ? spec.successes() : spec.failures());
        return new ProbeThreshold(answer, Math.min(now, 1_000_000), enough ? answer : verdict);
    }
}
