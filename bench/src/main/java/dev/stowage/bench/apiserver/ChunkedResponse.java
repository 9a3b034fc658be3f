package dev.stowage.bench.apiserver;

import java.io.IOException;
import java.io.InputStream;

/// The body of a chunked response.
final class ChunkedResponse extends InputStream {
    private final InputStream in;
    private int left;
    private boolean over;

    ChunkedResponse(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0 && !over) {
            left = Integer.parseInt(HttpConnection.line(in), 16);
            over = left == 0;
            if (over) {
                HttpConnection.line(in);
            }
        }
        if (over) {
            return -1;
        }
        int got = in.read(into, offset, Math.min(length, left));
        if (got > 0) {
            left -= got;
            if (left == 0) {
                HttpConnection.line(in);
            }
        }
        return got;
    }
}
