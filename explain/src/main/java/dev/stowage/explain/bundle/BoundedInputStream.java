package dev.stowage.explain.bundle;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Fails when the input is larger than any bundle: a small file can unpack to any size.
final class BoundedInputStream extends FilterInputStream {
    private long left;

    BoundedInputStream(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        return one < 0 ? one : (int) counted(1, one);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        return count < 0 ? count : (int) counted(count, count);
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        return counted(skipped, skipped);
    }

    private long counted(long count, long result) throws IOException {
        left -= count;
        if (left < 0) {
            throw new IOException("it unpacks to more than the maximum size of a bundle");
        }
        return result;
    }
}
