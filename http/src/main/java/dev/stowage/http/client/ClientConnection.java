package dev.stowage.http.client;

import dev.stowage.http.message.MessageBody;
import dev.stowage.http.message.ResponseHead;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// One connection to the server, used by one request at a time.
public final class ClientConnection {
    private static final int BUFFER = 8 << 10;
    private static final int MAX_INFORMATIONAL = 5;
    /// A watch may be silent for long, but its head arrives at once; without it the server does not respond at all.
    private static final int HEAD_TIMEOUT_MILLIS = 60_000;

    /// The TCP socket below TLS: closing it ends a blocked read of the TLS socket at once.
    private final Socket plain;
    private final Socket socket;
    private final SSLContext tls;
    private final String base;
    private final String host;
    private final InputStream in;
    private boolean used;
    private long idleSince;

    /// @param socket the TLS socket over it; the same one without TLS
    /// @param tls what it was made with
    /// @param base the prefix of all paths
    ClientConnection(Socket plain, Socket socket, SSLContext tls, String base, String host) throws IOException {
        this.plain = plain;
        this.socket = socket;
        this.tls = tls;
        this.base = base;
        this.host = host;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    }

    SSLContext tls() {
        return tls;
    }

    long idleNanos() {
        return System.nanoTime() - idleSince;
    }

    /// @param pool takes the connection back when the response has been read
    public ClientResponse exchange(ClientRequest request, ConnectionPool pool) throws IOException {
        boolean reused = used;
        used = true;
        boolean done = false;
        try {
            int timeout = Math.toIntExact(request.timeout().toMillis());
            plain.setSoTimeout(timeout > 0 ? timeout : HEAD_TIMEOUT_MILLIS);
            ResponseHead head = reused ? sendOnReused(request) : send(request);
            for (int informational = 0; head.status() < 200; informational++) {
                if (informational == MAX_INFORMATIONAL) {
                    throw new IOException("the server sent too many 1xx informational responses");
                }
                head = ResponseHead.read(in);
            }
            plain.setSoTimeout(timeout);
            ClientResponse response = new ClientResponse(head.status(), retryAfter(head), body(head, pool));
            done = true;
            return response;
        } finally {
            if (!done) {
                pool.drop(this);
            }
        }
    }

    private ResponseHead send(ClientRequest request) throws IOException {
        socket.getOutputStream().write(request.bytes(base, host));
        return ResponseHead.read(in);
    }

    /// Servers close idle connections, perhaps at this very moment. A read can then be sent again; after a write the
    /// caller must find out whether the server carried it out.
    private ResponseHead sendOnReused(ClientRequest request) throws IOException {
        try {
            return send(request);
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            if (request.isSafeMethod() && !Thread.currentThread().isInterrupted()) {
                throw new StaleConnectionException(e);
            }
            throw e;
        }
    }

    private static @Nullable Duration retryAfter(ResponseHead head) {
        return head.header("Retry-After")
                .filter(value -> value.matches("[0-9]{1,5}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(null);
    }

    private InputStream body(ResponseHead head, ConnectionPool pool) throws IOException {
        MessageBody body = MessageBody.of(head, in);
        if (body.isComplete()) {
            release(head, pool);
            return InputStream.nullInputStream();
        }
        return new ResponseBody(body, () -> release(head, pool), () -> pool.drop(this));
    }

    private void release(ResponseHead head, ConnectionPool pool) {
        if (head.keepsAlive()) {
            idleSince = System.nanoTime();
            pool.keep(this);
        } else {
            pool.drop(this);
        }
    }

    void close() {
        try {
            plain.close();
        } catch (IOException e) {
            // It is closed either way.
        }
    }
}
