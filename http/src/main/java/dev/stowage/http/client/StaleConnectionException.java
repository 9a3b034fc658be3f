package dev.stowage.http.client;

import java.io.IOException;

/// A kept connection turned out to be dead before the server can have acted on the request.
public final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    StaleConnectionException(IOException cause) {
        super(cause);
    }
}
