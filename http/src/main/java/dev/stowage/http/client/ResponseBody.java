package dev.stowage.http.client;

import java.io.IOException;
import java.io.InputStream;

/// The body of an answer. Whoever reads it to its end gives the connection back; whoever closes it before, also from
/// another thread to end a wait, gives the connection up.
abstract class ResponseBody extends InputStream {
    private final Runnable whole;
    private final Runnable broken;
    private volatile boolean over;

    /// @param whole called when all of it has been read
    /// @param broken called when it never will
    ResponseBody(Runnable whole, Runnable broken) {
        this.whole = whole;
        this.broken = broken;
    }

    final boolean isOver() {
        return over;
    }

    final void end() {
        over = true;
        whole.run();
    }

    @Override
    public abstract int read(byte[] into, int from, int most) throws IOException;

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final void close() {
        if (!over) {
            over = true;
            broken.run();
        }
    }
}
