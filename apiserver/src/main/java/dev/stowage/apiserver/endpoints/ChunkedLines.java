package dev.stowage.apiserver.endpoints;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;

/// The body of a response over HTTP/1.1, in which a line is an event. Chunks are written to the connection itself,
/// because Jetty sends the end of a chunk only with the next one: a client that waits for it, such as that for
/// Python, would always be one event behind.
final class ChunkedLines implements WatchSink {
    private static final int FULL = 32 * 1024;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final EndPoint endPoint;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private ChunkedLines(EndPoint endPoint) {
        this.endPoint = endPoint;
    }

    /// @param body that of Jetty: it sends the head of the response now, and the last chunk when it is closed
    static ChunkedLines begin(OutputStream body, EndPoint endPoint) throws IOException {
        body.flush();
        return new ChunkedLines(endPoint);
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public void endEvent() throws IOException {
        if (out.size() >= FULL) {
            flush();
        }
    }

    @Override
    public void flush() throws IOException {
        if (out.size() == 0) {
            return;
        }
        byte[] size = (Integer.toHexString(out.size()) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        try (Blocker.Callback sent = Blocker.callback()) {
            endPoint.write(sent, ByteBuffer.wrap(size), ByteBuffer.wrap(out.toByteArray()), ByteBuffer.wrap(LINE_END));
            sent.block();
        }
        out.reset();
    }
}
