package dev.stowage.apiserver.endpoints;

import dev.stowage.http.stream.WebSocketConnection;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A watch over a WebSocket. One thread sends the events; another reads, answers pings, and ends the watch when
/// the client closes the connection. What the client says otherwise is ignored.
final class WatchSocket extends UpgradeConnection {
    private static final Logger log = LoggerFactory.getLogger(WatchSocket.class);
    private static final int BUFFER = 16 * 1024;

    /// Sends events until the watch ends, or its thread is interrupted.
    @FunctionalInterface
    interface Conversation {
        void run(WebSocketConnection socket) throws IOException, InterruptedException;
    }

    /// @param release called once at the end, also if the conversation never started
    record Session(Conversation conversation, Runnable release) {}

    private final Session session;
    private final AtomicBoolean released = new AtomicBoolean();
    private final Thread sender;

    private WatchSocket(Request request, Session session) {
        super(request);
        this.session = session;
        this.sender = Thread.ofVirtual().name("watch-socket").unstarted(this::send);
    }

    /// Starts when the response with the status 101 is sent.
    static void upgrade(RequestExchange exchange, WebSocketRequest handshake, Session session) {
        WatchSocket socket = new WatchSocket(exchange.request(), session);
        handshake.accept(exchange);
        socket.startAfter(exchange.request());
    }

    @Override
    public void onOpen() {
        super.onOpen();
        sender.start();
    }

    private void send() {
        WebSocketConnection socket = new WebSocketConnection(
                streams().in(), new BufferedOutputStream(streams().out(), BUFFER));
        Thread.ofVirtual().name("watch-socket-reader").start(() -> receive(socket));
        try {
            try {
                session.conversation().run(socket);
            } catch (InterruptedException e) {
                // This thread ends here, and the client still gets a close frame.
                log.debug("A watch over a WebSocket was ended.", e);
            }
            socket.sendClose();
        } catch (IOException | RuntimeException e) {
            log.debug("A watch over a WebSocket broke.", e);
        } finally {
            release();
            close();
        }
    }

    private void receive(WebSocketConnection socket) {
        try {
            socket.skipMessages();
        } catch (IOException | RuntimeException e) {
            log.debug("The client of a WebSocket disconnected.", e);
        } finally {
            sender.interrupt();
        }
    }

    /// A quiet watch is not an error, a client that does not read is.
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        return streams().isWriting();
    }

    /// The client, or the server that stops, closed the connection.
    @Override
    public void onClose(Throwable cause) {
        sender.interrupt();
        super.onClose(cause);
    }

    @Override
    protected void release() {
        if (released.compareAndSet(false, true)) {
            session.release().run();
        }
    }
}
