package dev.stowage.http.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes a body in chunks. Each write is one chunk and is sent at once.
final class ChunkedOutputStream extends OutputStream {
    private static final byte[] LINE_END = {'\r', '\n'};

    private final OutputStream out;
    private boolean ended;

    ChunkedOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (count > 0) {
            out.write((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(bytes, from, count);
            out.write(LINE_END);
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (!ended) {
            ended = true;
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }
}
