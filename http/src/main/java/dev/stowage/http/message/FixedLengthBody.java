package dev.stowage.http.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body whose length is known from the head.
final class FixedLengthBody extends MessageBody {
    private final InputStream in;
    private long left;

    FixedLengthBody(InputStream in, long length) {
        this.in = in;
        this.left = length;
    }

    @Override
    public boolean isComplete() {
        return left == 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("connection closed " + left + " bytes before the end of the response");
        }
        left -= count;
        return count;
    }

    /// Into one array of the right size.
    @Override
    public byte[] readAllBytes() throws IOException {
        return left > Integer.MAX_VALUE - 8 ? super.readAllBytes() : readNBytes((int) left);
    }
}
