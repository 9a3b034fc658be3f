package dev.stowage.http.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// The connections to one server, in use and idle. Thread-safe.
public final class ConnectionPool {
    private static final int CONNECT_MILLIS = 10_000;
    /// Well below the time after which servers close idle connections.
    private static final long MAX_IDLE_NANOS = Duration.ofSeconds(20).toNanos();

    private final URI server;
    private final Supplier<SSLContext> tls;
    private final Deque<ClientConnection> idle = new ArrayDeque<>();
    private final Set<ClientConnection> all = new HashSet<>();
    private boolean closed;

    /// @param tls called for each new connection, so that a renewed client certificate is used
    public ConnectionPool(URI server, Supplier<SSLContext> tls) {
        this.server = server;
        this.tls = tls;
    }

    /// The idle connection that was used last, so that the others expire; null when there is none.
    public @Nullable ClientConnection pollIdle() {
        SSLContext current = tls.get();
        synchronized (this) {
            dropExpired();
            // A connection belongs to the certificate that it was made with: a server refuses all its requests when
            // that has expired.
            for (ClientConnection last = idle.pollLast(); last != null; last = idle.pollLast()) {
                if (last.tls().equals(current)) {
                    return last;
                }
                drop(last);
            }
            return null;
        }
    }

    public ClientConnection connect() throws IOException {
        boolean secure = !"http".equals(server.getScheme());
        int port = server.getPort() > 0 ? server.getPort() : secure ? 443 : 80;
        String host = server.getHost().replaceAll("^\\[|\\]$", "");
        Socket plain = new Socket();
        boolean done = false;
        try {
            plain.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(CONNECT_MILLIS);
            SSLContext context = tls.get();
            Socket socket = secure ? secure(context, plain, host, port) : plain;
            String path = server.getRawPath() == null ? "" : server.getRawPath();
            var connection = new ClientConnection(plain, socket, context, path, server.getRawAuthority());
            add(connection);
            done = true;
            return connection;
        } finally {
            if (!done) {
                plain.close();
            }
        }
    }

    private static Socket secure(SSLContext context, Socket plain, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        TlsSockets.prepare(socket);
        socket.startHandshake();
        return socket;
    }

    private synchronized void add(ClientConnection connection) throws IOException {
        if (closed) {
            throw new IOException("the client is closed");
        }
        all.add(connection);
    }

    synchronized void keep(ClientConnection connection) {
        if (closed) {
            connection.close();
        } else {
            idle.addLast(connection);
            dropExpired();
        }
    }

    synchronized void drop(ClientConnection connection) {
        all.remove(connection);
        connection.close();
    }

    private void dropExpired() {
        while (!idle.isEmpty() && idle.getFirst().idleNanos() > MAX_IDLE_NANOS) {
            drop(idle.removeFirst());
        }
    }

    public synchronized void close() {
        closed = true;
        all.forEach(ClientConnection::close);
        all.clear();
        idle.clear();
    }
}
