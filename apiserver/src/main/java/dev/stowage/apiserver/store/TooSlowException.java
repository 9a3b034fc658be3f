package dev.stowage.apiserver.store;

/// The reader did not keep up with the changes.
public final class TooSlowException extends Exception {
    private static final long serialVersionUID = 1;

    public TooSlowException(String message) {
        super(message);
    }
}
