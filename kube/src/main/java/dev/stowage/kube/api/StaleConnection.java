package dev.stowage.kube.api;

import java.io.IOException;

/// A kept connection turned out to be dead before the server can have acted on the request.
final class StaleConnection extends IOException {
    private static final long serialVersionUID = 1;

    StaleConnection(IOException cause) {
        super(cause);
    }
}
