package dev.stowage.control.snapshot;

/// Why something cannot go on now. The message ends up in a status and an event, in the words that users know.
final class SnapshotException extends Exception {
    private static final long serialVersionUID = 1;

    SnapshotException(String message) {
        super(message);
    }

    String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
