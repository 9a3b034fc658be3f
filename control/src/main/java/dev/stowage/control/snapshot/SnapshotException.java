package dev.stowage.control.snapshot;

/// Why a step is not possible now. The message goes into status and events, with the text of
/// snapshot-controller.
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
