package dev.stowage.apiserver.apiextensions.schema;

import dev.stowage.cel.CostMeter;

/// How much work all rules of one request may be.
public final class CostBudget {
    private static final long OF_A_RULE = 1_000_000;
    private static final long OF_A_REQUEST = 10_000_000;

    private long left = OF_A_REQUEST;
    private long lent;

    boolean isSpent() {
        return left <= 0;
    }

    /// For one rule.
    CostMeter costMeter() {
        lent = Math.min(left, OF_A_RULE);
        return new CostMeter(lent);
    }

    /// The rule was run. One that took too much was the last.
    void took(CostMeter costMeter) {
        left = costMeter.left() < 0 ? 0 : left - (lent - costMeter.left());
    }
}
