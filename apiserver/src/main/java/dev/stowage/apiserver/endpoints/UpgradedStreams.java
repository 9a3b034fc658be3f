package dev.stowage.apiserver.endpoints;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;

/// Blocking streams over a connection that was upgraded to another protocol. One thread reads and one writes.
public final class UpgradedStreams {
    private static final int BUFFER = 32 * 1024;

    private final EndPoint endPoint;
    private final ByteBuffer early;
    private final InputStream in = new Input();
    private final OutputStream out = new Output();
    private volatile boolean writing;

    /// @param early bytes that the client already sent after its request
    UpgradedStreams(EndPoint endPoint, ByteBuffer early) {
        this.endPoint = endPoint;
        this.early = early;
    }

    public InputStream in() {
        return in;
    }

    /// Every write waits until the bytes are sent. Closing it sends the end, and input can still be read.
    public OutputStream out() {
        return out;
    }

    /// Whether a write waits for the client.
    boolean isWriting() {
        return writing;
    }

    private final class Input extends InputStream {
        private ByteBuffer received = BufferUtil.EMPTY_BUFFER;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            ByteBuffer from = early.hasRemaining() ? early : received;
            while (!from.hasRemaining()) {
                if (received.capacity() == 0) {
                    received = BufferUtil.allocate(BUFFER);
                }
                from = received;
                BufferUtil.clear(received);
                int count = endPoint.fill(received);
                if (count < 0) {
                    return -1;
                }
                if (count == 0) {
                    try (Blocker.Callback arrived = Blocker.callback()) {
                        endPoint.fillInterested(arrived);
                        arrived.block();
                    }
                }
            }
            int count = Math.min(length, from.remaining());
            from.get(bytes, offset, count);
            return count;
        }
    }

    private final class Output extends OutputStream {

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            writing = true;
            try (Blocker.Callback written = Blocker.callback()) {
                endPoint.write(written, ByteBuffer.wrap(bytes, offset, length));
                written.block();
            } finally {
                writing = false;
            }
        }

        @Override
        public void close() {
            endPoint.shutdownOutput();
        }
    }
}
