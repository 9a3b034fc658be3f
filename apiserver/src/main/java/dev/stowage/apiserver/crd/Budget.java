package dev.stowage.apiserver.crd;

import dev.stowage.apiserver.cel.Meter;

/// How much work all rules of one request may be.
final class Budget {
    private static final long OF_A_RULE = 1_000_000;
    private static final long OF_A_REQUEST = 10_000_000;

    private long left = OF_A_REQUEST;
    private long lent;

    boolean isSpent() {
        return left <= 0;
    }

    /// For one rule.
    Meter meter() {
        lent = Math.min(left, OF_A_RULE);
        return new Meter(lent);
    }

    /// The rule was run. One that took too much was the last.
    void took(Meter meter) {
        left = meter.left() < 0 ? 0 : left - (lent - meter.left());
    }
}
