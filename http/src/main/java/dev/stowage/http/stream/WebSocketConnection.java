package dev.stowage.http.stream;

import dev.stowage.http.server.UpgradedConnection;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// The server's end of a WebSocket. One thread reads; any may send.
public final class WebSocketConnection implements StreamChannels {
    private static final int LONGEST_MESSAGE = 4 << 20;
    private static final int CONTINUED = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int GOODBYE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int NORMAL = 1000;

    private final InputStream in;
    private final OutputStream out;

    public WebSocketConnection(UpgradedConnection upgradedConnection) {
        this.in = upgradedConnection.in();
        this.out = upgradedConnection.out();
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        var message = new ByteArrayOutputStream();
        while (true) {
            int first = octet();
            int second = octet();
            byte[] payload = payload(second, message.size());
            switch (first & 0x0f) {
                case CONTINUED, TEXT, BINARY -> {
                    message.write(payload);
                    if ((first & 0x80) != 0) {
                        return message.toByteArray();
                    }
                }
                case PING -> send(PONG, payload, 0, payload.length);
                case PONG -> {
                    // It answers nothing that we asked.
                }
                case GOODBYE -> {
                    return null;
                }
                default -> throw new IOException("the client sends a frame of unknown sort");
            }
        }
    }

    private byte[] payload(int second, int before) throws IOException {
        if ((second & 0x80) == 0) {
            throw new IOException("the client does not mask its frames");
        }
        int sign = second & 0x7f;
        long length = sign < 126 ? sign : number(sign == 126 ? 2 : 8);
        if (length < 0 || length + before > LONGEST_MESSAGE) {
            throw new IOException("the client sends a message of more than " + LONGEST_MESSAGE + " bytes");
        }
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes((int) length);
        if (payload.length < length) {
            throw new EOFException("the client hung up within a message");
        }
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return payload;
    }

    private int octet() throws IOException {
        int one = in.read();
        if (one < 0) {
            throw new EOFException("the client hung up without goodbye");
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

    @Override
    public void sendClose() throws IOException {
        send(GOODBYE, new byte[] {NORMAL >> 8, (byte) NORMAL}, 0, 2);
    }

    private synchronized void send(int sort, byte[] bytes, int from, int count) throws IOException {
        out.write(0x80 | sort);
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
