package dev.stowage.http.message;

import java.io.IOException;
import java.io.InputStream;

/// A body that lasts until the server closes the connection.
final class UntilCloseBody extends MessageBody {
    private final InputStream in;

    UntilCloseBody(InputStream in) {
        this.in = in;
    }

    /// Never, because no other message can follow.
    @Override
    public boolean isComplete() {
        return false;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return in.read(bytes, offset, length);
    }
}
