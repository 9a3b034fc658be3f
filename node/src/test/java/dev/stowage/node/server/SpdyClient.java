package dev.stowage.node.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;

/// Like an older kubectl: streams over SPDY.
final class SpdyClient implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Deflater deflater = new Deflater();
    private final Map<String, Integer> streams = new HashMap<>();
    private final Map<Integer, StringBuilder> heard = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();
    private final Set<Integer> refused = new HashSet<>();
    private final List<Integer> pongs = new ArrayList<>();

    private SpdyClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(30_000);
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
    }

    static SpdyClient open(Socket socket, String path, String... types) throws IOException {
        SpdyClient user = upgrade(socket, path, "v4.channel.k8s.io");
        for (String type : types) {
            user.streams.put(type, user.stream("streamtype", type));
        }
        return user;
    }

    static SpdyClient upgrade(Socket socket, String path, String protocol) throws IOException {
        var user = new SpdyClient(socket);
        user.out.write(("POST " + path + " HTTP/1.1\r\nHost: n\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                        + "X-Stream-Protocol-Version: " + protocol + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        user.out.flush();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) user.in.readUnsignedByte());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.toString());
        }
        return user;
    }

    /// @param headers names and values
    /// @return the number of the stream
    int stream(String... headers) throws IOException {
        int number = heard.size() * 2 + 1;
        heard.put(number, new StringBuilder());
        var block = new ByteArrayOutputStream();
        var written = new DataOutputStream(block);
        written.writeInt(headers.length / 2);
        for (String text : headers) {
            written.writeInt(text.length());
            written.writeBytes(text);
        }
        deflater.setInput(block.toByteArray());
        byte[] packed = new byte[512];
        int count = deflater.deflate(packed, 0, packed.length, Deflater.SYNC_FLUSH);
        out.writeInt(0x80030001);
        out.writeInt(10 + count);
        out.writeInt(number);
        out.writeInt(0);
        out.writeShort(0);
        out.write(packed, 0, count);
        out.flush();
        return number;
    }

    void send(String type, String text, boolean last) throws IOException {
        send(streams.getOrDefault(type, 0), text, last);
    }

    void send(int stream, String text, boolean last) throws IOException {
        out.writeInt(stream);
        out.writeInt((last ? 1 << 24 : 0) | text.length());
        out.writeBytes(text);
        out.flush();
    }

    void ping(int number) throws IOException {
        out.writeInt(0x80030006);
        out.writeInt(4);
        out.writeInt(number);
        out.flush();
    }

    /// Reads until all streams from the other side have ended.
    void readAll() throws IOException {
        Set<Integer> open = new HashSet<>(streams.values());
        open.remove(streams.get("stdin"));
        open.removeAll(ended);
        while (!open.isEmpty()) {
            read();
            open.removeAll(ended);
        }
    }

    /// Reads until the other side has sent this much on a stream.
    String awaitText(int stream, int length) throws IOException {
        while (said(stream).length() < length) {
            read();
        }
        return said(stream);
    }

    /// Reads until the other side has closed or refused a stream.
    String awaitEnd(int stream) throws IOException {
        while (!ended.contains(stream)) {
            read();
        }
        return said(stream);
    }

    private void read() throws IOException {
        int first = in.readInt();
        int second = in.readInt();
        byte[] content = in.readNBytes(second & 0xffffff);
        if (first == 0x80030006) {
            pongs.add((int) content[3]);
        } else if (first == 0x80030003) {
            ended.add(ByteBuffer.wrap(content).getInt());
            refused.add(ByteBuffer.wrap(content).getInt());
        } else if (first >= 0) {
            heard.computeIfAbsent(first, _ -> new StringBuilder()).append(new String(content, StandardCharsets.UTF_8));
            if (second >>> 24 == 1) {
                ended.add(first);
            }
        }
    }

    private String said(int stream) {
        return String.valueOf(heard.get(stream));
    }

    Set<Integer> refused() {
        return refused;
    }

    String said(String type) {
        return said(streams.getOrDefault(type, 0));
    }

    List<Integer> pongs() {
        return pongs;
    }

    @Override
    public void close() throws IOException {
        deflater.end();
        socket.close();
    }
}
