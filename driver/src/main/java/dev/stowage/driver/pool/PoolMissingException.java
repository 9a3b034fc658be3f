package dev.stowage.driver.pool;

import java.io.IOException;

/// The directory of a pool is not the pool: its disk is not mounted. The message says what to do.
public final class PoolMissingException extends IOException {
    private static final long serialVersionUID = 1L;

    PoolMissingException(String message) {
        super(message);
    }
}
