package dev.stowage.http.stream;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.RequestHead;
import dev.stowage.http.server.UpgradedConnection;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The server side of SPDY/3.1, as far as the streams of a command need it: the client opens all streams and
/// names the type of each. There is no flow control, because Kubernetes clients do not use SPDY windows.
public final class SpdyConnection implements StreamChannels {
    private static final String VERSION = "v4.channel.k8s.io";
    private static final Map<String, Integer> TYPES = Map.of(
            "stdin", ChannelProtocol.STDIN,
            "stdout", ChannelProtocol.STDOUT,
            "stderr", ChannelProtocol.STDERR,
            "error", ChannelProtocol.ERROR,
            "resize", ChannelProtocol.RESIZE);
    private static final int MAX_FRAME = 4 << 20;
    private static final int MAX_CONTROL_FRAME = 64 << 10;
    /// A client needs one for each type.
    private static final int MAX_STREAMS = 16;
    /// How long a client may take to open the streams, as with the kubelet.
    private static final int OPEN_MILLISECONDS = 30_000;
    private static final int CONTROL = 0x80030000;
    private static final int SYN_STREAM = 1;
    private static final int SYN_REPLY = 2;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int HEADERS = 8;
    private static final int LAST = 1;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final SpdyHeaderBlock headers = new SpdyHeaderBlock();
    private final Map<Integer, Integer> channels = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> streams = new ConcurrentHashMap<>();
    private final Deque<byte[]> early = new ArrayDeque<>();

    private SpdyConnection(UpgradedConnection upgraded) {
        this.in = new DataInputStream(upgraded.in());
        this.out = new DataOutputStream(upgraded.out());
    }

    public static String upgradeResponse(RequestHead head) throws HttpException {
        List<String> offered = head.list("x-stream-protocol-version");
        if (!offered.contains(VERSION)) {
            throw new HttpException(
                    400,
                    "unable to upgrade connection: over SPDY the server supports " + VERSION + ", the client offered "
                            + offered);
        }
        return "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: "
                + VERSION + "\r\n\r\n";
    }

    /// Returns when the client has opened all the streams that are expected.
    public static SpdyConnection open(UpgradedConnection upgraded, Set<Integer> expected) throws IOException {
        SpdyConnection connection = new SpdyConnection(upgraded);
        int idle = upgraded.socket().getSoTimeout();
        upgraded.socket().setSoTimeout(OPEN_MILLISECONDS);
        try {
            connection.awaitStreams(expected);
        } catch (IOException e) {
            connection.headers.close();
            throw e;
        }
        upgraded.socket().setSoTimeout(idle);
        return connection;
    }

    private void awaitStreams(Set<Integer> expected) throws IOException {
        long deadline = System.nanoTime() + OPEN_MILLISECONDS * 1_000_000L;
        int bytes = 0;
        while (!streams.keySet().containsAll(expected)) {
            byte[] message = frame();
            if (message == null) {
                throw new IOException("the client closed the connection before all streams were open");
            }
            bytes += message.length;
            if (bytes > MAX_FRAME || System.nanoTime() - deadline > 0) {
                throw new IOException("timed out waiting for client to create streams");
            }
            if (message.length > 0) {
                early.add(message);
            }
        }
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        byte[] message = early.poll();
        try {
            while (message == null || message.length == 0) {
                message = frame();
                if (message == null) {
                    headers.close();
                    return null;
                }
            }
        } catch (IOException e) {
            headers.close();
            throw e;
        }
        return message;
    }

    /// A message, an empty one for a frame without data, or null when the client closes the connection.
    private byte @Nullable [] frame() throws IOException {
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
            return message(channels.getOrDefault(first, -1), content, isLast);
        }
        switch (first & 0xffff) {
            case SYN_STREAM -> opened(content);
            case HEADERS -> headers.read(after(4, content));
            case PING -> control(PING, Arrays.copyOf(content, 4));
            case GO_AWAY -> {
                return null;
            }
            default -> {
                // Window updates, settings and resets do not matter to a command.
            }
        }
        return new byte[0];
    }

    private byte[] message(int channel, byte[] content, boolean isLast) {
        byte[] message = new byte[content.length == 0 || channel < 0 ? 0 : content.length + 1];
        if (message.length > 0) {
            message[0] = (byte) channel;
            System.arraycopy(content, 0, message, 1, content.length);
        }
        if (!isLast || channel != ChannelProtocol.STDIN) {
            return message;
        }
        byte[] end = {(byte) ChannelProtocol.CLOSE, ChannelProtocol.STDIN};
        if (message.length == 0) {
            return end;
        }
        early.add(end);
        return message;
    }

    /// The number of the stream, the number of an associated stream, the priority, and the headers.
    private void opened(byte[] content) throws IOException {
        byte[] block = after(10, content);
        int stream = ByteBuffer.wrap(content).getInt() & Integer.MAX_VALUE;
        Map<String, String> fields = headers.read(block);
        Integer channel = TYPES.get(fields.getOrDefault("streamtype", ""));
        if (channel == null) {
            throw new IOException("the client opened a stream of an unknown type");
        }
        if (channels.size() >= MAX_STREAMS) {
            throw new IOException("the client opened more than " + MAX_STREAMS + " streams");
        }
        channels.put(stream, channel);
        streams.put(channel, stream);
        byte[] none = headers.none();
        byte[] reply = Arrays.copyOf(content, 4 + none.length);
        System.arraycopy(none, 0, reply, 4, none.length);
        control(SYN_REPLY, reply);
    }

    /// The header block of a frame.
    private static byte[] after(int fields, byte[] content) throws IOException {
        if (content.length < fields) {
            throw new IOException("the client sent an incomplete frame");
        }
        return Arrays.copyOfRange(content, fields, content.length);
    }

    private synchronized void control(int type, byte[] content) throws IOException {
        out.writeInt(CONTROL | type);
        out.writeInt(content.length);
        out.write(content);
        out.flush();
    }

    private synchronized void data(int stream, byte[] bytes, int count, int flags) throws IOException {
        out.writeInt(stream);
        out.writeInt(flags << 24 | count);
        out.write(bytes, 0, count);
        out.flush();
    }

    @Override
    public void send(int channel, byte[] bytes, int count) throws IOException {
        Integer stream = streams.get(channel);
        if (stream != null && count > 0) {
            data(stream, bytes, count, 0);
        }
    }

    @Override
    public void sendClose() throws IOException {
        for (int channel : List.of(ChannelProtocol.STDOUT, ChannelProtocol.STDERR, ChannelProtocol.ERROR)) {
            Integer stream = streams.get(channel);
            if (stream != null) {
                data(stream, new byte[0], 0, LAST);
            }
        }
    }
}
