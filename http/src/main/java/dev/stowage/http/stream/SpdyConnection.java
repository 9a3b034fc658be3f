package dev.stowage.http.stream;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.RequestHead;
import dev.stowage.http.server.UpgradedConnection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The streams of a command over SPDY/3.1: the client opens all streams and names the type of each.
public final class SpdyConnection implements StreamChannels {
    private static final String VERSION = "v4.channel.k8s.io";
    private static final Map<String, Integer> TYPES = Map.of(
            "stdin", ChannelProtocol.STDIN,
            "stdout", ChannelProtocol.STDOUT,
            "stderr", ChannelProtocol.STDERR,
            "error", ChannelProtocol.ERROR,
            "resize", ChannelProtocol.RESIZE);
    /// A client needs one for each type.
    private static final int MAX_STREAMS = 16;
    /// How long a client may take to open the streams, as with the kubelet.
    private static final int OPEN_MILLISECONDS = 30_000;

    private final SpdySession session;
    private final Map<Integer, Integer> channels = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> streams = new ConcurrentHashMap<>();
    private final Deque<byte[]> early = new ArrayDeque<>();

    private SpdyConnection(UpgradedConnection upgraded) {
        this.session = new SpdySession(upgraded.in(), upgraded.out());
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
            connection.session.close();
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
            if (bytes > SpdySession.MAX_FRAME || System.nanoTime() - deadline > 0) {
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
                    session.close();
                    return null;
                }
            }
        } catch (IOException e) {
            session.close();
            throw e;
        }
        return message;
    }

    /// A message, an empty one for a frame without data, or null when the client closes the connection.
    private byte @Nullable [] frame() throws IOException {
        return switch (session.next()) {
            case SpdyFrame.Data(int stream, byte[] content, boolean isLast) ->
                message(channels.getOrDefault(stream, -1), content, isLast);
            case SpdyFrame.Opened opened -> {
                open(opened);
                yield new byte[0];
            }
            case SpdyFrame.GoAway _ -> null;
            // A command ends when its connection is closed.
            case SpdyFrame.Reset _, SpdyFrame.Handled _ -> new byte[0];
        };
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

    private void open(SpdyFrame.Opened opened) throws IOException {
        Integer channel = TYPES.get(opened.headers().getOrDefault("streamtype", ""));
        if (channel == null) {
            throw new IOException("the client opened a stream of an unknown type");
        }
        if (channels.size() >= MAX_STREAMS) {
            throw new IOException("the client opened more than " + MAX_STREAMS + " streams");
        }
        channels.put(opened.stream(), channel);
        streams.put(channel, opened.stream());
        session.accept(opened.stream());
    }

    @Override
    public void send(int channel, byte[] bytes, int count) throws IOException {
        Integer stream = streams.get(channel);
        if (stream != null && count > 0) {
            session.send(stream, bytes, count, false);
        }
    }

    @Override
    public void sendClose() throws IOException {
        for (int channel : List.of(ChannelProtocol.STDOUT, ChannelProtocol.STDERR, ChannelProtocol.ERROR)) {
            Integer stream = streams.get(channel);
            if (stream != null) {
                session.send(stream, new byte[0], 0, true);
            }
        }
    }
}
