package dev.stowage.http.stream;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// The server side of SPDY/3.1: the client opens all streams. There is no flow control, because Kubernetes
/// clients do not use SPDY windows. One thread reads and accepts streams; any thread may send.
public final class SpdySession implements AutoCloseable {
    static final int MAX_FRAME = 4 << 20;
    private static final int MAX_CONTROL_FRAME = 64 << 10;
    private static final int CONTROL = 0x80030000;
    private static final int SYN_STREAM = 1;
    private static final int SYN_REPLY = 2;
    private static final int RST_STREAM = 3;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int HEADERS = 8;
    private static final int LAST = 1;
    private static final int CANCEL = 5;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final SpdyHeaderBlock headers = new SpdyHeaderBlock();

    public SpdySession(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    /// Answers pings itself.
    ///
    /// @throws EOFException when the client closed the connection
    public SpdyFrame next() throws IOException {
        int first = in.readInt();
        int second = in.readInt();
        int length = second & 0xffffff;
        boolean isLast = (second >>> 24 & LAST) != 0;
        int limit = first >= 0 ? MAX_FRAME : MAX_CONTROL_FRAME;
        if (length > limit) {
            throw new IOException("the client sent a frame of " + length + " bytes (the limit is " + limit + ")");
        }
        byte[] content = in.readNBytes(length);
        if (content.length < length) {
            throw new EOFException("connection closed in the middle of a frame");
        }
        if (first >= 0) {
            return new SpdyFrame.Data(first, content, isLast);
        }
        switch (first & 0xffff) {
            // The number of the stream, the number of an associated stream, the priority, and the headers.
            case SYN_STREAM -> {
                byte[] block = after(10, content);
                return new SpdyFrame.Opened(stream(content), headers.read(block), isLast);
            }
            case RST_STREAM -> {
                return new SpdyFrame.Reset(stream(content));
            }
            // Read because all headers of a connection are compressed together.
            case HEADERS -> headers.read(after(4, content));
            case PING -> control(PING, Arrays.copyOf(content, 4));
            case GO_AWAY -> {
                return new SpdyFrame.GoAway();
            }
            default -> {
                // Window updates and settings.
            }
        }
        return new SpdyFrame.Handled();
    }

    private static int stream(byte[] content) throws IOException {
        if (content.length < 4) {
            throw new IOException("the client sent an incomplete frame");
        }
        return ByteBuffer.wrap(content).getInt() & Integer.MAX_VALUE;
    }

    /// The header block of a frame.
    private static byte[] after(int fields, byte[] content) throws IOException {
        if (content.length < fields) {
            throw new IOException("the client sent an incomplete frame");
        }
        return Arrays.copyOfRange(content, fields, content.length);
    }

    /// Accepts a stream that the client opened.
    public void accept(int stream) throws IOException {
        byte[] none = headers.none();
        control(
                SYN_REPLY,
                ByteBuffer.allocate(4 + none.length).putInt(stream).put(none).array());
    }

    /// Refuses a stream, or ends it in both directions.
    public void reset(int stream) throws IOException {
        control(RST_STREAM, ByteBuffer.allocate(8).putInt(stream).putInt(CANCEL).array());
    }

    private synchronized void control(int type, byte[] content) throws IOException {
        out.writeInt(CONTROL | type);
        out.writeInt(content.length);
        out.write(content);
        out.flush();
    }

    /// @param last whether this side sends nothing more on the stream
    public synchronized void send(int stream, byte[] bytes, int count, boolean last) throws IOException {
        out.writeInt(stream);
        out.writeInt((last ? LAST << 24 : 0) | count);
        out.write(bytes, 0, count);
        out.flush();
    }

    /// Nothing is read any more. The connection itself belongs to the caller.
    @Override
    public void close() {
        headers.close();
    }
}
