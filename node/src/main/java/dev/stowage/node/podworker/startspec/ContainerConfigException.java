package dev.stowage.node.podworker.startspec;

import java.io.IOException;

/// What a container wants is not to be had, or makes no sense. It may be put right.
public final class ContainerConfigException extends IOException {
    private static final long serialVersionUID = 1;

    /// @param message a sentence for the user
    public ContainerConfigException(String message) {
        super(message);
    }
}
