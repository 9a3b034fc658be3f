package dev.stowage.http.stream;

import dev.stowage.http.server.UpgradedConnection;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// The server side of a WebSocket. One thread reads; any thread may send.
public final class WebSocketConnection implements StreamChannels {
    private static final int MAX_MESSAGE = 4 << 20;
    private static final int MAX_CONTROL = 125;
    private static final int MAX_SKIPPED = 64 << 10;
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int NORMAL = 1000;

    private final InputStream in;
    private final OutputStream out;

    public WebSocketConnection(UpgradedConnection upgraded) {
        this(upgraded.in(), upgraded.out());
    }

    /// @param out should be buffered: it is flushed after each frame
    public WebSocketConnection(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        var message = new ByteArrayOutputStream();
        while (true) {
            int first = octet();
            int second = octet();
            boolean isControl = (first & 0x08) != 0;
            byte[] payload = payload(second, isControl ? MAX_CONTROL : MAX_MESSAGE - message.size());
            if (isControl && (first & 0x80) == 0) {
                throw new IOException("the client sent a control frame in parts");
            }
            switch (first & 0x0f) {
                case CONTINUATION, TEXT, BINARY -> {
                    message.write(payload);
                    boolean isLast = (first & 0x80) != 0;
                    // A message without the number of a stream is no use to anyone.
                    if (isLast && message.size() > 0) {
                        return message.toByteArray();
                    }
                }
                case PING -> send(PONG, payload, 0, payload.length);
                case PONG -> {
                    // This side sends no pings.
                }
                case CLOSE -> {
                    return null;
                }
                default -> throw new IOException("the client sent a frame of an unknown type");
            }
        }
    }

    /// @param most how many bytes it may have
    private byte[] payload(int second, int most) throws IOException {
        if ((second & 0x80) == 0) {
            throw new IOException("the client sent a frame without a mask");
        }
        int code = second & 0x7f;
        long length = code < 126 ? code : number(code == 126 ? 2 : 8);
        if (length < 0 || length > most) {
            throw new IOException("the client sent a message larger than " + MAX_MESSAGE + " bytes, or a control frame"
                    + " larger than " + MAX_CONTROL);
        }
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes((int) length);
        if (payload.length < length) {
            throw new EOFException("connection closed in the middle of a message");
        }
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return payload;
    }

    private int octet() throws IOException {
        int one = in.read();
        if (one < 0) {
            throw new EOFException("connection closed without a close frame");
        }
        return one;
    }

    private long number(int octets) throws IOException {
        long number = 0;
        for (int i = 0; i < octets; i++) {
            number = number << 8 | octet();
        }
        return number;
    }

    @Override
    public void send(int channel, byte[] bytes, int count) throws IOException {
        byte[] message = new byte[count + 1];
        message[0] = (byte) channel;
        System.arraycopy(bytes, 0, message, 1, count);
        send(BINARY, message, 0, message.length);
    }

    /// A message without the number of a stream.
    void sendMessage(byte[] bytes, int from, int count) throws IOException {
        send(BINARY, bytes, from, count);
    }

    @Override
    public void sendClose() throws IOException {
        send(CLOSE, new byte[] {NORMAL >> 8, (byte) NORMAL}, 0, 2);
    }

    /// Sends a message of text.
    public void sendText(byte[] utf8) throws IOException {
        send(TEXT, utf8, 0, utf8.length);
    }

    /// Reads until the client closes the connection, for a server that expects no messages: they are skipped.
    public void skipMessages() throws IOException {
        while (true) {
            int first = octet();
            boolean isControl = (first & 0x08) != 0;
            byte[] payload = payload(octet(), isControl ? MAX_CONTROL : MAX_SKIPPED);
            int type = first & 0x0f;
            if (type == CLOSE) {
                return;
            }
            if (type == PING) {
                send(PONG, payload, 0, payload.length);
            }
        }
    }

    private synchronized void send(int opcode, byte[] bytes, int from, int count) throws IOException {
        out.write(0x80 | opcode);
        if (count < 126) {
            out.write(count);
        } else if (count < 1 << 16) {
            out.write(126);
            out.write(count >> 8);
            out.write(count);
        } else {
            out.write(127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                out.write((int) ((long) count >> shift));
            }
        }
        out.write(bytes, from, count);
        out.flush();
    }
}
