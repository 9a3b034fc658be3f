package dev.stowage.http.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body of known length, or one that lasts as long as the connection.
final class PlainResponseBody extends ResponseBody {
    private final InputStream in;
    private final boolean known;
    private long left;

    /// @param length negative when nobody knows
    PlainResponseBody(InputStream in, long length, Runnable whole, Runnable broken) {
        super(whole, broken);
        this.in = in;
        this.known = length >= 0;
        this.left = known ? length : Long.MAX_VALUE;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        if (isOver()) {
            return -1;
        }
        int count = in.read(into, from, (int) Math.min(most, left));
        if (count < 0) {
            close();
            if (known) {
                throw new EOFException("the answer ends " + left + " bytes early");
            }
            return -1;
        }
        left -= count;
        if (left == 0) {
            end();
        }
        return count;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        if (!known || left > Integer.MAX_VALUE - 8) {
            return super.readAllBytes();
        }
        return readNBytes((int) left);
    }
}
