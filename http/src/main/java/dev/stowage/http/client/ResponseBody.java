package dev.stowage.http.client;

import dev.stowage.http.message.MessageBody;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// The body of a response on a pooled connection. Reading it to its end returns the connection to the pool.
/// Closing it earlier, also from another thread to end a blocked read, discards the connection.
final class ResponseBody extends InputStream {
    private final MessageBody body;
    private final Runnable completed;
    private final Runnable abandoned;
    private volatile boolean over;

    /// @param completed called when all of it has been read
    /// @param abandoned called when the rest will never be read
    ResponseBody(MessageBody body, Runnable completed, Runnable abandoned) {
        this.body = body;
        this.completed = completed;
        this.abandoned = abandoned;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (over) {
            return -1;
        }
        try {
            int count = body.read(bytes, offset, length);
            finish(count < 0);
            return count;
        } catch (EOFException e) {
            close();
            throw e;
        }
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        if (over) {
            return new byte[0];
        }
        try {
            byte[] all = body.readAllBytes();
            finish(true);
            return all;
        } catch (EOFException e) {
            close();
            throw e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /// A body without a stated length ends with the connection, which cannot be used again then.
    private void finish(boolean atEnd) {
        if (over) {
            return;
        }
        if (body.isComplete()) {
            over = true;
            completed.run();
        } else if (atEnd) {
            close();
        }
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            abandoned.run();
        }
    }
}
