package dev.stowage.sidecar.snapshot;

/// A step of a snapshot's way did not work out; the message is for the object's status and its events.
final class StepFailure extends Exception {
    private static final long serialVersionUID = 1;

    StepFailure(String message) {
        super(message);
    }

    StepFailure(String message, Throwable cause) {
        super(message, cause);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
