package dev.stowage.apiserver.apiextensions.schema;

import dev.stowage.cel.CostMeter;

/// The cost budget of all rules of one request.
public final class CostBudget {
    private static final long OF_A_RULE = 1_000_000;
    private static final long OF_A_REQUEST = 10_000_000;

    private long left = OF_A_REQUEST;
    private long lent;

    boolean isSpent() {
        return left <= 0;
    }

    /// The budget of one rule.
    CostMeter costMeter() {
        lent = Math.min(left, OF_A_RULE);
        return new CostMeter(lent);
    }

    /// Subtracts the cost of a rule that was evaluated. If it exceeded its budget, no further rule can run.
    void took(CostMeter costMeter) {
        left = costMeter.left() < 0 ? 0 : left - (lent - costMeter.left());
    }
}
