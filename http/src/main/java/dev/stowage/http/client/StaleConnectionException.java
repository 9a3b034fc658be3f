package dev.stowage.http.client;

import java.io.IOException;

/// The server closed an idle connection before it can have acted on the request.
public final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    StaleConnectionException(IOException cause) {
        super(cause);
    }
}
