package dev.stowage.apiserver.storage;

import java.io.IOException;

/// A write that did not reach the disk, for example because the disk is full. Its message is for clients.
public final class StorageException extends IOException {
    private static final long serialVersionUID = 1;

    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
