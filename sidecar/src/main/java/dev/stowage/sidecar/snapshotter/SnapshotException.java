package dev.stowage.sidecar.snapshotter;

/// A step of a snapshot failed; the message is for the object's status and events.
final class SnapshotException extends Exception {
    private static final long serialVersionUID = 1;

    SnapshotException(String message) {
        super(message);
    }

    SnapshotException(String message, Throwable cause) {
        super(message, cause);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
