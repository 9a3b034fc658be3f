package dev.stowage.kube.api;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// The connections to one server: those in use, and those that wait for use. Thread-safe.
final class Connections {
    private static final int CONNECT_MILLIS = 10_000;
    /// Well below the time after which servers hang up on the silent.
    private static final long KEPT_NANOS = Duration.ofSeconds(20).toNanos();

    private final URI server;
    private final SSLContext tls;
    private final Deque<Connection> kept = new ArrayDeque<>();
    private final Set<Connection> all = new HashSet<>();
    private boolean closed;

    Connections(URI server, SSLContext tls) {
        this.server = server;
        this.tls = tls;
    }

    /// The one that was used last, so that those beyond need grow old; null when there is none.
    synchronized @Nullable Connection kept() {
        dropOld();
        return kept.pollLast();
    }

    Connection fresh() throws IOException {
        boolean secure = !"http".equals(server.getScheme());
        int port = server.getPort() > 0 ? server.getPort() : secure ? 443 : 80;
        String host = server.getHost().replaceAll("^\\[|\\]$", "");
        Socket bare = new Socket();
        boolean done = false;
        try {
            bare.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            bare.setTcpNoDelay(true);
            bare.setSoTimeout(CONNECT_MILLIS);
            Socket socket = secure ? secure(bare, host, port) : bare;
            String path = server.getRawPath() == null ? "" : server.getRawPath();
            var connection = new Connection(bare, socket, path, server.getRawAuthority());
            add(connection);
            done = true;
            return connection;
        } finally {
            if (!done) {
                bare.close();
            }
        }
    }

    private Socket secure(Socket bare, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(bare, host, port, true);
        TlsSockets.prepare(socket);
        socket.startHandshake();
        return socket;
    }

    private synchronized void add(Connection connection) throws IOException {
        if (closed) {
            throw new IOException("the client is closed");
        }
        all.add(connection);
    }

    synchronized void keep(Connection connection) {
        if (closed) {
            connection.close();
        } else {
            kept.addLast(connection);
            dropOld();
        }
    }

    synchronized void drop(Connection connection) {
        all.remove(connection);
        connection.close();
    }

    private void dropOld() {
        while (!kept.isEmpty() && kept.getFirst().idleNanos() > KEPT_NANOS) {
            drop(kept.removeFirst());
        }
    }

    synchronized void close() {
        closed = true;
        all.forEach(Connection::close);
        all.clear();
        kept.clear();
    }
}
