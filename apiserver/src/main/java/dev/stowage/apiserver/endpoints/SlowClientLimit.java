package dev.stowage.apiserver.endpoints;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/// Closes connections on which no request arrives in time.
///
/// The idle timeout is not enough: it starts again with each byte, so that a client that sends a byte of a TLS
/// handshake or of a header now and then would keep its connection for days.
final class SlowClientLimit extends Handler.Wrapper implements Connection.Listener {
    private static final int CHECKS = 4;

    private final Scheduler scheduler;
    private final Duration limit;

    /// The connections without a request, and since when.
    private final Map<Connection, Long> waiting = new ConcurrentHashMap<>();

    /// @param limit from the start of the connection, or the end of a request, to the end of the next head
    SlowClientLimit(Handler handler, Scheduler scheduler, Duration limit) {
        super(handler);
        this.scheduler = scheduler;
        this.limit = limit;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        check();
    }

    /// Of the layers of a connection, requests belong to the one that speaks HTTP.
    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) {
            waiting.put(connection, System.nanoTime());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        waiting.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        waiting.remove(connection);
        Request.addCompletionListener(request, _ -> waiting.put(connection, System.nanoTime()));
        return super.handle(request, response, callback);
    }

    private void check() {
        long now = System.nanoTime();
        waiting.forEach((connection, since) -> {
            EndPoint endPoint = connection.getEndPoint();
            // A request may have handed the connection over to another protocol.
            boolean mine = endPoint.isOpen() && connection.equals(endPoint.getConnection());
            boolean slow = now - since > limit.toNanos();
            if ((!mine || slow) && waiting.remove(connection, since) && mine) {
                bottom(endPoint).close();
            }
        });
        if (isRunning() || isStarting()) {
            scheduler.schedule(this::check, limit.dividedBy(CHECKS));
        }
    }

    /// Below TLS, whose end would be another message to the client.
    private static EndPoint bottom(EndPoint endPoint) {
        EndPoint bottom = endPoint;
        while (bottom instanceof EndPoint.Wrapper wrapper) {
            bottom = wrapper.unwrap();
        }
        return bottom;
    }
}
