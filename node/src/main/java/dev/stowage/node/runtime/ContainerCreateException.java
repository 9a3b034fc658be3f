package dev.stowage.node.runtime;

import java.io.IOException;

/// A container cannot be created from its spec. What fails later is a failed start.
public final class ContainerCreateException extends IOException {
    private static final long serialVersionUID = 1;

    public ContainerCreateException(String message) {
        super(message);
    }

    public ContainerCreateException(String message, Throwable cause) {
        super(message, cause);
    }
}
