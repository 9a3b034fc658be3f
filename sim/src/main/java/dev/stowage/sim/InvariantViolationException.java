package dev.stowage.sim;

/// Something happened that must never happen.
public final class InvariantViolationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvariantViolationException(String what) {
        super(what);
    }
}
