package dev.stowage.apiserver.storage;

/// The revision has lost its history.
public final class RevisionCompactedException extends Exception {
    private static final long serialVersionUID = 1;

    public RevisionCompactedException(String message) {
        super(message);
    }
}
