package dev.stowage.apiserver.storage;

/// The history of the revision is compacted.
public final class RevisionCompactedException extends Exception {
    private static final long serialVersionUID = 1;

    public RevisionCompactedException(String message) {
        super(message);
    }
}
