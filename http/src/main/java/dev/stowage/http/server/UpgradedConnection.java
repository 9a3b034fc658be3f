package dev.stowage.http.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/// A connection that was switched from HTTP to another protocol.
public record UpgradedConnection(Socket socket, InputStream in, OutputStream out) implements AutoCloseable {

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is not used any more in either case.
        }
    }
}
