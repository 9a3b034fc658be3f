package dev.stowage.node.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;

/// A running command in a container.
public sealed interface ExecSession extends AutoCloseable {

    /// The runtime serves the streams on its own server; the client is proxied to it.
    record StreamingUrl(URI url) implements ExecSession {
        @Override
        public void close() {}
    }

    /// The streams are here.
    non-sealed interface Local extends ExecSession {
        OutputStream stdin();

        InputStream stdout();

        InputStream stderr();

        /// Of the terminal, where there is one.
        void resize(int columns, int rows) throws IOException;

        /// Returns the status when the command has ended.
        int await() throws InterruptedException;
    }

    /// Ends the command when it still runs.
    @Override
    void close();
}
