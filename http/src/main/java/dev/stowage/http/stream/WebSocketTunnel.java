package dev.stowage.http.stream;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/// Another protocol in the binary messages of a WebSocket, where the boundaries of messages mean nothing.
/// Kubernetes clients send SPDY this way, through proxies that know WebSockets only. One thread reads, any
/// thread writes.
public final class WebSocketTunnel {
    /// The subprotocol is this and then the protocol of the streams.
    public static final String SPDY_PREFIX = "SPDY/3.1+";

    private final WebSocketConnection socket;
    private final InputStream in = new Received();
    private final OutputStream out = new Sent();

    public WebSocketTunnel(InputStream in, OutputStream out) {
        this.socket = new WebSocketConnection(new BufferedInputStream(in), new BufferedOutputStream(out));
    }

    /// Ends when the client closes the WebSocket.
    public InputStream in() {
        return in;
    }

    /// Each write is a message. Closing it closes the WebSocket, but not the connection.
    public OutputStream out() {
        return out;
    }

    private final class Received extends InputStream {
        private InputStream message = InputStream.nullInputStream();

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            int count = message.read(bytes, offset, length);
            while (count < 0) {
                byte[] next = socket.next();
                if (next == null) {
                    return -1;
                }
                message = new ByteArrayInputStream(next);
                count = message.read(bytes, offset, length);
            }
            return count;
        }
    }

    private final class Sent extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            socket.sendMessage(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            socket.sendClose();
        }
    }
}
