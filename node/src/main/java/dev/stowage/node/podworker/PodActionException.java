package dev.stowage.node.podworker;

import java.io.IOException;

/// An action failed with a reason for the container status.
final class PodActionException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    PodActionException(String reason, String message, IOException cause) {
        super(message, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
