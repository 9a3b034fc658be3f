package dev.stowage.http.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts connections and serves each in its own virtual thread.
public final class HttpsListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpsListener.class);
    private static final int BACKLOG = 128;
    private static final int MAX_CONNECTIONS = 1000;

    private static final long ACCEPT_PAUSE_NANOS = 100_000_000;

    private final SSLContext tls;
    private final ServerSocket server;
    private final HttpHandler handler;
    private final ConnectionLimits limits;
    private final ConnectionDeadlines deadlines = new ConnectionDeadlines();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private HttpsListener(SSLContext tls, ServerSocket server, HttpHandler handler, ConnectionLimits limits) {
        this.tls = tls;
        this.server = server;
        this.handler = handler;
        this.limits = limits;
    }

    /// @param port 0 for any free port
    /// @throws BindException when the address is already in use
    public static HttpsListener open(SSLContext tls, String address, int port, HttpHandler handler) throws IOException {
        return open(tls, address, port, handler, ConnectionLimits.DEFAULT);
    }

    static HttpsListener open(SSLContext tls, String address, int port, HttpHandler handler, ConnectionLimits limits)
            throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getByName(address), port), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw failure("cannot listen on " + address + ":" + port + ": " + e.getMessage(), e);
        }
        HttpsListener listener = new HttpsListener(tls, server, handler, limits);
        Thread.ofVirtual().name("https-listener").start(listener::accept);
        return listener;
    }

    private static IOException failure(String message, IOException cause) {
        IOException failure = cause instanceof BindException ? new BindException(message) : new IOException(message);
        failure.initCause(cause);
        return failure;
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                if (open.size() > MAX_CONNECTIONS || server.isClosed()) {
                    end(socket);
                } else {
                    Thread.ofVirtual().name("https-connection").start(() -> serve(socket));
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    log.warn("Cannot accept a connection on port {}: {}", port(), e.getMessage());
                    // Without descriptors it would fail again at once, until a connection is closed.
                    LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
                }
            }
        }
    }

    private void serve(Socket plain) {
        try (SSLSocket socket = secure(plain)) {
            new HttpConnection(plain, socket, handler, limits, deadlines).serve();
        } catch (IOException e) {
            log.debug("A connection on port {} failed: {}", port(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(plain);
        }
    }

    private SSLSocket secure(Socket plain) throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, null, true);
        socket.setWantClientAuth(true);
        return socket;
    }

    private void end(Socket plain) {
        open.remove(plain);
        ConnectionDeadlines.close(plain);
    }

    /// Accepts no more connections and closes the open ones.
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            log.debug("Cannot close the HTTPS listener: {}", e.getMessage());
        }
        deadlines.close();
        open.forEach(this::end);
    }
}
