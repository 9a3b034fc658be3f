package dev.stowage.sim;

/// An invariant was violated.
public final class InvariantViolationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvariantViolationException(String what) {
        super(what);
    }
}
