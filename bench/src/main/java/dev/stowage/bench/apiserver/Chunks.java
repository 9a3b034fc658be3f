package dev.stowage.bench.apiserver;

import java.io.IOException;
import java.io.InputStream;

/// The content of an answer that comes in chunks.
final class Chunks extends InputStream {
    private final InputStream in;
    private int left;

    Chunks(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0) {
            left = Integer.parseInt(line(), 16);
            if (left == 0) {
                return -1;
            }
        }
        int got = in.read(into, offset, Math.min(length, left));
        if (got > 0) {
            left -= got;
            if (left == 0) {
                line();
            }
        }
        return got;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
