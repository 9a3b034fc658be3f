package dev.stowage.apiserver.proxy;

import dev.stowage.apiserver.endpoints.UpgradeConnection;
import dev.stowage.apiserver.endpoints.UpgradedStreams;
import dev.stowage.http.stream.WebSocketTunnel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies bytes between a client and a kubelet. When one side closes its output, so does the tunnel towards the
/// other, which may continue to send.
final class UpgradeTunnel extends UpgradeConnection {
    private static final Logger log = LoggerFactory.getLogger(UpgradeTunnel.class);
    private static final int BUFFER = 32 * 1024;
    /// The idle timeout of streams in the kubelet.
    private static final long IDLE_MILLISECONDS = 4 * 3600 * 1000L;

    private final KubeletConnection node;
    private final boolean isWebSocket;
    private final AtomicInteger open = new AtomicInteger(2);

    /// @param isWebSocket whether the client's bytes are in the messages of a WebSocket, and the kubelet's are
    ///     not
    UpgradeTunnel(Request request, KubeletConnection node, boolean isWebSocket) {
        super(request);
        this.node = node;
        this.isWebSocket = isWebSocket;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        getEndPoint().setIdleTimeout(IDLE_MILLISECONDS);
        UpgradedStreams client = streams();
        if (isWebSocket) {
            WebSocketTunnel messages = new WebSocketTunnel(client.in(), client.out());
            start(messages.in(), messages.out());
        } else {
            start(client.in(), client.out());
        }
    }

    private void start(InputStream in, OutputStream out) {
        Thread.ofVirtual().name("tunnel-to-node").start(() -> carry(() -> toNode(in)));
        Thread.ofVirtual().name("tunnel-to-client").start(() -> carry(() -> toClient(out)));
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

    private void toNode(InputStream in) throws IOException {
        OutputStream out = node.out();
        byte[] bytes = new byte[BUFFER];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            out.write(bytes, 0, count);
        }
        node.endOutput();
    }

    private void toClient(OutputStream out) throws IOException {
        InputStream in = node.in();
        byte[] bytes = new byte[BUFFER];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            out.write(bytes, 0, count);
        }
        out.close();
        getEndPoint().shutdownOutput();
    }

    @Override
    protected void release() {
        node.close();
    }

    @Override
    public void close() {
        release();
        super.close();
    }

    /// The client, or the server that stops, closed the connection.
    @Override
    public void onClose(Throwable cause) {
        release();
        super.onClose(cause);
    }
}
