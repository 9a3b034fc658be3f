package dev.stowage.apiserver.store;

/// The revision has not been reached.
public final class FutureException extends Exception {
    private static final long serialVersionUID = 1;

    public FutureException(String message) {
        super(message);
    }
}
