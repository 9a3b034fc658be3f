package dev.stowage.cel;

/// The remaining cost budget. Each step of an evaluation uses some of it, so that none runs for long.
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

    /// The cost of reading a string of some length.
    void text(int length) throws EvaluationException {
        take(1 + length / 10);
    }
}
