package dev.stowage.node.runtime;

import java.io.IOException;

/// An image cannot be pulled.
public final class ImagePullException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    /// @param reason as in a container's status: `ErrImageNeverPull`, `ErrImagePull`, `InvalidImageName`
    public ImagePullException(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
