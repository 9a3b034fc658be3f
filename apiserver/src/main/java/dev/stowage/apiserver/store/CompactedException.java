package dev.stowage.apiserver.store;

/// The revision has lost its history.
public final class CompactedException extends Exception {
    private static final long serialVersionUID = 1;

    public CompactedException(String message) {
        super(message);
    }
}
