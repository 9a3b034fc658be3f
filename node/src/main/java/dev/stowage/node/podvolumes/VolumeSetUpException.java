package dev.stowage.node.podvolumes;

import java.io.IOException;

/// A volume cannot be set up for a pod. The message is for the user.
public final class VolumeSetUpException extends IOException {
    private static final long serialVersionUID = 1;

    private final String operation;

    /// @param operation what failed, as the kubelet names it: `MountVolume.NewMounter initialization failed`
    public VolumeSetUpException(String operation, String message) {
        super(message);
        this.operation = operation;
    }

    public VolumeSetUpException(String operation, String message, Throwable cause) {
        super(message, cause);
        this.operation = operation;
    }

    public String operation() {
        return operation;
    }
}
