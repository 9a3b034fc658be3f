package dev.stowage.sidecar.provisioner.journal;

/// A claim cannot be recorded: there is no room for it. Its volume must not be created then.
public final class JournalFullException extends Exception {
    private static final long serialVersionUID = 1;

    JournalFullException(String message) {
        super(message);
    }
}
