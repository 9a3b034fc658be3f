package dev.stowage.http.message;

import java.io.IOException;
import java.io.InputStream;

/// The body of a response. A read returns the bytes that have arrived; it does not wait for a whole buffer.
/// Closing it does not close the connection.
public abstract sealed class MessageBody extends InputStream permits ChunkedBody, FixedLengthBody, UntilCloseBody {

    MessageBody() {}

    /// @param in the connection, right after the head
    public static MessageBody of(ResponseHead head, InputStream in) throws IOException {
        if (!head.hasBody()) {
            return new FixedLengthBody(in, 0);
        }
        if (head.isChunked()) {
            return new ChunkedBody(in);
        }
        long length = head.contentLength();
        return length < 0 ? new UntilCloseBody(in) : new FixedLengthBody(in, length);
    }

    /// Whether all of the body has been read, so that the next bytes of the connection belong to another message.
    public abstract boolean isComplete();

    @Override
    public abstract int read(byte[] bytes, int offset, int length) throws IOException;

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
}
