package dev.stowage.node.run;

import java.io.IOException;

/// An act failed, for a reason that a container's status has a word for.
final class ActTrouble extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    ActTrouble(String reason, String message, IOException cause) {
        super(message, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
