package dev.stowage.http.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body in chunks, each preceded by its size. Trailers are read and ignored.
final class ChunkedBody extends MessageBody {
    private static final int MAX_LINE_BYTES = 8 << 10;

    private final InputStream in;
    private long left;
    private boolean begun;
    private boolean complete;

    ChunkedBody(InputStream in) {
        this.in = in;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (complete || (left == 0 && !nextChunk())) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("connection closed in the middle of a response");
        }
        left -= count;
        return count;
    }

    private boolean nextChunk() throws IOException {
        LineReader lines = new LineReader(in, MAX_LINE_BYTES);
        if (begun) {
            lines.next(); // the end of the previous chunk
        }
        begun = true;
        left = size(lines.next());
        if (left > 0) {
            return true;
        }
        while (!lines.next().isEmpty()) {
            // A trailer.
        }
        complete = true;
        return false;
    }

    private static long size(String line) throws IOException {
        int extension = line.indexOf(';');
        String size = (extension < 0 ? line : line.substring(0, extension)).strip();
        if (!size.matches("[0-9A-Fa-f]{1,15}")) {
            throw new IOException("malformed HTTP response: invalid chunk size \"" + line + "\"");
        }
        return Long.parseLong(size, 16);
    }
}
