package dev.stowage.driver.device;

import java.io.IOException;

/// A copy that cannot be completed, however often it is tried again: its source is gone, or the copy differs from it.
public final class CopyLostException extends IOException {

    private static final long serialVersionUID = 1;

    public CopyLostException(String message) {
        super(message);
    }

    public CopyLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
