package dev.stowage.apiserver.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies bytes between a client and a kubelet. When one side closes its output, so does the tunnel towards the
/// other, which may continue to send.
final class UpgradeTunnel extends AbstractConnection implements Connection.UpgradeTo {
    private static final Logger log = LoggerFactory.getLogger(UpgradeTunnel.class);
    private static final int BUFFER = 32 * 1024;
    /// The idle timeout of streams in the kubelet.
    private static final long IDLE_MILLISECONDS = 4 * 3600 * 1000L;

    private final KubeletConnection node;
    private final AtomicInteger open = new AtomicInteger(2);
    private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

    UpgradeTunnel(EndPoint client, Executor executor, KubeletConnection node) {
        super(client, executor);
        this.node = node;
    }

    /// Bytes that the client already sent after its request.
    @Override
    public void onUpgradeTo(ByteBuffer buffer) {
        early = BufferUtil.copy(buffer);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        getEndPoint().setIdleTimeout(IDLE_MILLISECONDS);
        Thread.ofVirtual().name("tunnel-to-node").start(() -> carry(this::toNode));
        Thread.ofVirtual().name("tunnel-to-client").start(() -> carry(this::toClient));
    }

    @FunctionalInterface
    private interface Direction {
        void run() throws IOException;
    }

    private void carry(Direction direction) {
        try {
            direction.run();
            if (open.decrementAndGet() == 0) {
                close();
            }
        } catch (IOException | RuntimeException e) {
            log.debug("A connection to a node broke.", e);
            close();
        }
    }

    private void toNode() throws IOException {
        OutputStream out = node.out();
        out.write(BufferUtil.toArray(early));
        ByteBuffer buffer = BufferUtil.allocate(BUFFER);
        while (true) {
            int count = getEndPoint().fill(buffer);
            if (count < 0) {
                node.endOutput();
                return;
            }
            if (count == 0) {
                try (Blocker.Callback arrived = Blocker.callback()) {
                    getEndPoint().fillInterested(arrived);
                    arrived.block();
                }
            } else {
                out.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
                BufferUtil.clear(buffer);
            }
        }
    }

    private void toClient() throws IOException {
        InputStream in = node.in();
        byte[] bytes = new byte[BUFFER];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            try (Blocker.Callback written = Blocker.callback()) {
                getEndPoint().write(written, ByteBuffer.wrap(bytes, 0, count));
                written.block();
            }
        }
        getEndPoint().shutdownOutput();
    }

    @Override
    public void onFillable() {
        throw new IllegalStateException("not supported: the tunnel reads the connection");
    }

    @Override
    public void close() {
        node.close();
        super.close();
    }

    /// The client, or the server that stops, closed the connection.
    @Override
    public void onClose(Throwable cause) {
        node.close();
        super.onClose(cause);
    }
}
