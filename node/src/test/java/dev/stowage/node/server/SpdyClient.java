package dev.stowage.node.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
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
    private final List<Integer> pongs = new ArrayList<>();

    private SpdyClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(30_000);
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
    }

    static SpdyClient open(Socket socket, String path, String... types) throws IOException {
        var user = new SpdyClient(socket);
        user.out.write(("POST " + path + " HTTP/1.1\r\nHost: n\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                        + "X-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        user.out.flush();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) user.in.readUnsignedByte());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.toString());
        }
        for (String type : types) {
            user.stream(type);
        }
        return user;
    }

    private void stream(String type) throws IOException {
        int number = streams.size() * 2 + 1;
        streams.put(type, number);
        heard.put(number, new StringBuilder());
        var headers = new ByteArrayOutputStream();
        var written = new DataOutputStream(headers);
        written.writeInt(1);
        for (String text : List.of("streamtype", type)) {
            written.writeInt(text.length());
            written.writeBytes(text);
        }
        deflater.setInput(headers.toByteArray());
        byte[] block = new byte[512];
        int count = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
        out.writeInt(0x80030001);
        out.writeInt(10 + count);
        out.writeInt(number);
        out.writeInt(0);
        out.writeShort(0);
        out.write(block, 0, count);
        out.flush();
    }

    void send(String type, String text, boolean last) throws IOException {
        out.writeInt(streams.getOrDefault(type, 0));
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
        while (!open.isEmpty()) {
            int first = in.readInt();
            int second = in.readInt();
            byte[] content = in.readNBytes(second & 0xffffff);
            if (first == 0x80030006) {
                pongs.add((int) content[3]);
            } else if (first >= 0) {
                heard.computeIfAbsent(first, _ -> new StringBuilder())
                        .append(new String(content, StandardCharsets.UTF_8));
                if (second >>> 24 == 1) {
                    open.remove(first);
                }
            }
        }
    }

    String said(String type) {
        return String.valueOf(heard.get(streams.get(type)));
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
