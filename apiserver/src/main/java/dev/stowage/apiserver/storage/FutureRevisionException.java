package dev.stowage.apiserver.storage;

/// The revision is in the future.
public final class FutureRevisionException extends Exception {
    private static final long serialVersionUID = 1;

    public FutureRevisionException(String message) {
        super(message);
    }
}
