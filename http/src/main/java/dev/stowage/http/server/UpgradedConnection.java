package dev.stowage.http.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/// A connection that speaks HTTP no more.
public record UpgradedConnection(Socket socket, InputStream in, OutputStream out) implements AutoCloseable {

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more in either case.
        }
    }
}
