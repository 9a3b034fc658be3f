package dev.stowage.node.podworker.startspec;

import java.io.IOException;

/// The configuration of a container is invalid, or refers to objects that do not exist. It can be fixed later.
public final class ContainerConfigException extends IOException {
    private static final long serialVersionUID = 1;

    /// @param message for the user
    public ContainerConfigException(String message) {
        super(message);
    }
}
