package dev.stowage.sim;

/// Something happened that must never happen.
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }
}
