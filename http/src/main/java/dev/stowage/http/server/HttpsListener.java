package dev.stowage.http.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts connections and serves each in its own virtual thread.
public final class HttpsListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpsListener.class);
    private static final int BACKLOG = 128;
    private static final int MAX_CONNECTIONS = 1000;

    private final SSLServerSocket server;
    private final HttpHandler handler;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private HttpsListener(SSLServerSocket server, HttpHandler handler) {
        this.server = server;
        this.handler = handler;
    }

    /// @param port 0 for any free port
    /// @throws BindException when the address is already in use
    public static HttpsListener open(SSLContext tls, String address, int port, HttpHandler handler) throws IOException {
        SSLServerSocket server = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket();
        try {
            server.setReuseAddress(true);
            server.setWantClientAuth(true);
            server.bind(new InetSocketAddress(InetAddress.getByName(address), port), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw failure("cannot listen on " + address + ":" + port + ": " + e.getMessage(), e);
        }
        HttpsListener listener = new HttpsListener(server, handler);
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
                SSLSocket socket = (SSLSocket) server.accept();
                open.add(socket);
                if (open.size() > MAX_CONNECTIONS || server.isClosed()) {
                    end(socket);
                } else {
                    Thread.ofVirtual().name("https-connection").start(() -> serve(socket));
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    log.warn("Cannot accept a connection on port {}: {}", port(), e.getMessage());
                }
            }
        }
    }

    private void serve(SSLSocket socket) {
        try {
            new HttpConnection(socket, handler).serve();
        } catch (IOException e) {
            log.debug("A connection on port {} failed: {}", port(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(socket);
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // It is not used any more in either case.
        }
    }

    /// Accepts no more connections and closes the open ones.
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            log.debug("Cannot close the HTTPS listener: {}", e.getMessage());
        }
        open.forEach(this::end);
    }
}
