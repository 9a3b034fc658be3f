package dev.stowage.apiserver.endpoints;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/// Detects that a client disconnected while there is nothing to send to it, and interrupts the thread of the
/// request. The connection cannot be used for another request afterwards.
final class DisconnectDetector implements Callback, AutoCloseable {
    private final EndPoint endPoint;
    private final Thread answering = Thread.currentThread();
    private boolean over;
    private boolean gone;

    private DisconnectDetector(EndPoint endPoint) {
        this.endPoint = endPoint;
    }

    static DisconnectDetector watch(RequestExchange exchange) {
        Request request = exchange.request();
        exchange.put("Connection", "close");
        DisconnectDetector disconnectDetector = new DisconnectDetector(
                request.getConnectionMetaData().getConnection().getEndPoint());
        disconnectDetector.endPoint.tryFillInterested(disconnectDetector);
        return disconnectDetector;
    }

    @Override
    public void succeeded() {
        try {
            ByteBuffer buffer = BufferUtil.allocate(64);
            int read = endPoint.fill(buffer);
            if (read == 0) {
                endPoint.tryFillInterested(this);
            } else {
                interrupt();
            }
        } catch (IOException _) {
            interrupt();
        }
    }

    @Override
    public void failed(Throwable cause) {
        interrupt();
    }

    private synchronized void interrupt() {
        gone = true;
        if (!over) {
            answering.interrupt();
        }
    }

    synchronized boolean isGone() {
        return gone;
    }

    /// The thread is not interrupted after this.
    @Override
    public synchronized void close() {
        over = true;
    }
}
