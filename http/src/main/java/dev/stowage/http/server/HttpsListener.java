package dev.stowage.http.server;

import java.io.IOException;
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

/// Takes connections, and gives each a thread of its own that waits for whatever it waits for.
public final class HttpsListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpsListener.class);
    private static final int BACKLOG = 128;
    private static final int MOST_CONNECTIONS = 1000;

    private final SSLServerSocket server;
    private final HttpHandler httpHandler;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private HttpsListener(SSLServerSocket server, HttpHandler httpHandler) {
        this.server = server;
        this.httpHandler = httpHandler;
    }

    /// @param port 0 for any that is free
    public static HttpsListener open(SSLContext tls, String address, int port, HttpHandler httpHandler)
            throws IOException {
        SSLServerSocket server = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket();
        try {
            server.setReuseAddress(true);
            server.setWantClientAuth(true);
            server.bind(new InetSocketAddress(InetAddress.getByName(address), port), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "The node's server cannot listen at " + address + ":" + port + " (" + e.getMessage()
                            + "). Choose another place with --address and --port.",
                    e);
        }
        HttpsListener httpsListener = new HttpsListener(server, httpHandler);
        Thread.ofVirtual().name("node-server").start(httpsListener::accept);
        return httpsListener;
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                SSLSocket socket = (SSLSocket) server.accept();
                open.add(socket);
                if (open.size() > MOST_CONNECTIONS || server.isClosed()) {
                    end(socket);
                } else {
                    Thread.ofVirtual().name("node-server-connection").start(() -> serve(socket));
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    log.warn("A connection to the node's server could not be taken: {}", e.getMessage());
                }
            }
        }
    }

    private void serve(SSLSocket socket) {
        try {
            new HttpConnection(socket, httpHandler).serve();
        } catch (IOException e) {
            log.debug("A connection to the node's server broke: {}", e.getMessage());
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
            // It is of no use any more in either case.
        }
    }

    /// Takes no more connections and cuts those that there are.
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            log.debug("The node's server did not close well: {}", e.getMessage());
        }
        open.forEach(this::end);
    }
}
