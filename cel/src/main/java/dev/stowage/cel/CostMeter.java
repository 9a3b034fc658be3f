package dev.stowage.cel;

/// How much work may still be done. Every step of an evaluation takes from it, so that none runs for long.
public final class CostMeter {
    private long left;

    public CostMeter(long budget) {
        left = budget;
    }

    public long left() {
        return left;
    }

    void take(long cost) throws EvaluationException {
        left -= cost;
        if (left < 0) {
            throw new EvaluationException("operation cancelled: actual cost limit exceeded");
        }
    }

    /// For looking at a text of some length.
    void text(int length) throws EvaluationException {
        take(1 + length / 10);
    }
}
