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
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// The connections to one server: those in use, and those that wait for use. Thread-safe.
public final class ConnectionPool {
    private static final int CONNECT_MILLIS = 10_000;
    /// Well below the time after which servers hang up on the silent.
    private static final long KEPT_NANOS = Duration.ofSeconds(20).toNanos();

    private final URI server;
    private final SSLContext tls;
    private final Deque<ClientConnection> kept = new ArrayDeque<>();
    private final Set<ClientConnection> all = new HashSet<>();
    private boolean closed;

    public ConnectionPool(URI server, SSLContext tls) {
        this.server = server;
        this.tls = tls;
    }

    /// The one that was used last, so that those beyond need grow old; null when there is none.
    synchronized @Nullable public ClientConnection kept() {
        dropOld();
        return kept.pollLast();
    }

    public ClientConnection fresh() throws IOException {
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
            var clientConnection = new ClientConnection(bare, socket, path, server.getRawAuthority());
            add(clientConnection);
            done = true;
            return clientConnection;
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

    private synchronized void add(ClientConnection clientConnection) throws IOException {
        if (closed) {
            throw new IOException("the client is closed");
        }
        all.add(clientConnection);
    }

    synchronized void keep(ClientConnection clientConnection) {
        if (closed) {
            clientConnection.close();
        } else {
            kept.addLast(clientConnection);
            dropOld();
        }
    }

    synchronized void drop(ClientConnection clientConnection) {
        all.remove(clientConnection);
        clientConnection.close();
    }

    private void dropOld() {
        while (!kept.isEmpty() && kept.getFirst().idleNanos() > KEPT_NANOS) {
            drop(kept.removeFirst());
        }
    }

    public synchronized void close() {
        closed = true;
        all.forEach(ClientConnection::close);
        all.clear();
        kept.clear();
    }
}
