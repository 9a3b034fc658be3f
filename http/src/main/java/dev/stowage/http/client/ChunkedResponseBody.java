package dev.stowage.http.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body in pieces, each with its length in front.
final class ChunkedResponseBody extends ResponseBody {
    private static final int LONGEST_LINES = 8 << 10;

    private final InputStream in;
    private long left;
    private boolean begun;

    ChunkedResponseBody(InputStream in, Runnable whole, Runnable broken) {
        super(whole, broken);
        this.in = in;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (isOver() || (left == 0 && !next())) {
            return -1;
        }
        int count = in.read(into, from, (int) Math.min(most, left));
        if (count < 0) {
            throw new EOFException("the answer ends in the middle");
        }
        left -= count;
        return count;
    }

    private boolean next() throws IOException {
        CrlfReader crlfReader = new CrlfReader(in, LONGEST_LINES);
        if (begun) {
            crlfReader.next();
        }
        begun = true;
        String size = crlfReader.next();
        int extension = size.indexOf(';');
        try {
            left = Long.parseLong(
                    extension < 0 ? size.strip() : size.substring(0, extension).strip(), 16);
        } catch (NumberFormatException e) {
            throw new IOException("the server sends a piece of length \"" + size + "\"", e);
        }
        if (left < 0) {
            throw new IOException("the server sends a piece of length \"" + size + "\"");
        }
        if (left > 0) {
            return true;
        }
        while (!crlfReader.next().isEmpty()) {
            // What comes after the body is of no interest.
        }
        end();
        return false;
    }
}
