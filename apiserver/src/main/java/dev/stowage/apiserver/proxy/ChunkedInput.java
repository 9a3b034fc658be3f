package dev.stowage.apiserver.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body that comes in chunks. A read returns what is there, and does not wait for a whole chunk.
final class ChunkedInput extends InputStream {
    private final InputStream in;
    private long left;
    private boolean isFirst = true;
    private boolean ended;

    ChunkedInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0 && !ended) {
            next();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new IOException("the connection ended within the answer");
        }
        left -= count;
        return count;
    }

    private void next() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream(16);
        if (!isFirst) {
            KubeletResponse.line(in, head); // the end of the chunk before
        }
        isFirst = false;
        String size = KubeletResponse.line(in, head);
        int semicolon = size.indexOf(';');
        try {
            left = Long.parseLong(
                    semicolon < 0 ? size.strip() : size.substring(0, semicolon).strip(), 16);
        } catch (NumberFormatException e) {
            throw new IOException("the size of a chunk is no number", e);
        }
        if (left < 0) {
            throw new IOException("the size of a chunk is below nothing");
        }
        ended = left == 0;
    }
}
