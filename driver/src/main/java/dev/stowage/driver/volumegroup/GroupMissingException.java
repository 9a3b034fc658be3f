package dev.stowage.driver.volumegroup;

import java.io.IOException;

/// The volume group or its thin pool is not there, or is not what the pool needs. The message says what to do.
public final class GroupMissingException extends IOException {
    private static final long serialVersionUID = 1L;

    GroupMissingException(String message) {
        super(message);
    }
}
