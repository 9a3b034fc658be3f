package dev.stowage.http.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// One connection to the server, used by one request at a time.
public final class ClientConnection {
    private static final int BUFFER = 8 << 10;
    /// A watch may be silent for long, but its head comes at once: who sends none does not listen.
    private static final int LONGEST_HEAD_MILLIS = 60_000;

    /// The bare socket: closing it ends whatever waits on the secured one, at once.
    private final Socket bare;
    private final Socket secured;
    private final String base;
    private final String host;
    private final InputStream in;
    private boolean used;
    private long idleSince;

    /// @param secured the same as the bare one where nothing is secured
    /// @param base what all paths begin with
    ClientConnection(Socket bare, Socket secured, String base, String host) throws IOException {
        this.bare = bare;
        this.secured = secured;
        this.base = base;
        this.host = host;
        this.in = new BufferedInputStream(secured.getInputStream(), BUFFER);
    }

    long idleNanos() {
        return System.nanoTime() - idleSince;
    }

    /// @param home where the connection goes when the answer has been read
    public ClientResponse exchange(ClientRequest request, ConnectionPool home) throws IOException {
        boolean reused = used;
        used = true;
        boolean done = false;
        try {
            int silence = Math.toIntExact(request.timeout().toMillis());
            bare.setSoTimeout(silence > 0 ? silence : LONGEST_HEAD_MILLIS);
            ResponseHead head = reused ? sendOnReused(request) : send(request);
            while (head.status() < 200) {
                head = ResponseHead.read(in);
            }
            bare.setSoTimeout(silence);
            done = true;
            return new ClientResponse(head.status(), head.retryAfter(), body(head, home));
        } finally {
            if (!done) {
                home.drop(this);
            }
        }
    }

    private ResponseHead send(ClientRequest request) throws IOException {
        secured.getOutputStream().write(request.bytes(base, host));
        return ResponseHead.read(in);
    }

    /// Servers hang up on those who are silent, perhaps at this very moment. Then a question can be asked again; who
    /// wanted something done has to find out whether it was.
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

    private InputStream body(ResponseHead head, ConnectionPool home) {
        boolean empty = !head.hasBody() || (!head.chunked() && head.length() == 0);
        if (empty) {
            leave(head, home);
            return InputStream.nullInputStream();
        }
        Runnable whole = () -> leave(head, home);
        Runnable broken = () -> home.drop(this);
        if (head.chunked()) {
            return new ChunkedResponseBody(in, whole, broken);
        }
        return new PlainResponseBody(in, head.length(), whole, broken);
    }

    private void leave(ResponseHead head, ConnectionPool home) {
        if (head.keeps()) {
            idleSince = System.nanoTime();
            home.keep(this);
        } else {
            home.drop(this);
        }
    }

    void close() {
        try {
            bare.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
