package dev.stowage.node.podworker;

import java.io.IOException;

/// An act failed, for a reason that a container's status has a word for.
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
