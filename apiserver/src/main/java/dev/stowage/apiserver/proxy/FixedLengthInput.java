package dev.stowage.apiserver.proxy;

import java.io.IOException;
import java.io.InputStream;

/// A body whose length was told.
final class FixedLengthInput extends InputStream {
    private final InputStream in;
    private long left;

    FixedLengthInput(InputStream in, long length) {
        this.in = in;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left <= 0) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new IOException("the connection ended within the answer");
        }
        left -= count;
        return count;
    }
}
