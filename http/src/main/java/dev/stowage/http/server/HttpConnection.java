package dev.stowage.http.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connection of one client, which sends one request after another.
final class HttpConnection {
    private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);
    private static final int MAX_BODY = 1 << 20;

    private final Socket plain;
    private final SSLSocket socket;
    private final HttpHandler handler;
    private final ConnectionLimits limits;
    private final ConnectionDeadlines deadlines;

    /// @param plain the TCP socket below the TLS socket
    HttpConnection(
            Socket plain,
            SSLSocket socket,
            HttpHandler handler,
            ConnectionLimits limits,
            ConnectionDeadlines deadlines) {
        this.plain = plain;
        this.socket = socket;
        this.handler = handler;
        this.limits = limits;
        this.deadlines = deadlines;
    }

    void serve() throws IOException, InterruptedException {
        socket.setTcpNoDelay(true);
        try (ConnectionDeadlines.Deadline _ = deadlines.within(limits.handshake(), plain)) {
            socket.startHandshake();
        }
        List<X509Certificate> certificates = certificates();
        InputStream in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 16 << 10);
        boolean keeps = true;
        while (keeps) {
            // Also when the handler of the request before changed it.
            socket.setSoTimeout(0);
            keeps = isWaiting(in) && serveOne(certificates, in, out);
        }
    }

    /// Waits for the next request.
    private boolean isWaiting(InputStream in) throws IOException {
        try (ConnectionDeadlines.Deadline _ = deadlines.within(limits.idle(), plain)) {
            in.mark(1);
            boolean waiting = in.read() >= 0;
            in.reset();
            return waiting;
        }
    }

    private boolean serveOne(List<X509Certificate> certificates, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        HttpExchange exchange;
        try (ConnectionDeadlines.Deadline _ = deadlines.within(limits.request(), plain)) {
            Optional<RequestHead> head = RequestHead.read(in);
            if (head.isEmpty()) {
                return false;
            }
            skipBody(head.get(), in);
            exchange = new HttpExchange(head.get(), certificates, socket, in, out);
        } catch (HttpException e) {
            try (ConnectionDeadlines.Deadline _ = deadlines.within(limits.request(), plain)) {
                refuse(out, e);
            }
            return false;
        }
        try {
            handler.handle(exchange);
            return exchange.isKeptAlive();
        } catch (HttpException e) {
            return sendError(exchange, e.status(), e.text());
        } catch (IOException e) {
            // Either the client closed the connection, or the handler could not read the data that it serves.
            log.debug("Cannot serve {}.", exchange.path(), e);
            return sendError(exchange, 500, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.error("Internal error while serving {}.", exchange.path(), e);
            return sendError(exchange, 500, "internal server error (see the log of the server)");
        }
    }

    /// A response that has begun cannot be changed; closing the connection shows that it is not complete.
    ///
    /// A client that sends requests and never reads must not keep its connection, whoever it is.
    private boolean sendError(HttpExchange exchange, int status, String text) throws IOException {
        if (exchange.isAnswered()) {
            return false;
        }
        try (ConnectionDeadlines.Deadline _ = deadlines.within(limits.request(), plain)) {
            exchange.text(status, text);
        }
        return exchange.isKeptAlive();
    }

    /// No handler reads a body, but the next request begins after it.
    private static void skipBody(RequestHead head, InputStream in) throws IOException, HttpException {
        String length = head.header("content-length");
        if (!head.header("transfer-encoding").isEmpty() || (!length.isEmpty() && !length.matches("[0-9]{1,7}"))) {
            throw new HttpException(400, "request bodies must have a Content-Length of at most " + MAX_BODY + " bytes");
        }
        int bytes = length.isEmpty() ? 0 : Integer.parseInt(length);
        if (bytes > MAX_BODY) {
            throw new HttpException(400, "request body larger than " + MAX_BODY + " bytes");
        }
        in.skipNBytes(bytes);
    }

    private static void refuse(OutputStream out, HttpException exception) throws IOException {
        byte[] text = exception.text().getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + exception.status() + " Refused\r\nContent-Type: text/plain\r\nContent-Length: "
                + text.length + "\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(text);
        out.flush();
    }

    private List<X509Certificate> certificates() {
        try {
            Certificate[] presented = socket.getSession().getPeerCertificates();
            return Stream.of(presented).map(X509Certificate.class::cast).toList();
        } catch (SSLPeerUnverifiedException e) {
            return List.of(); // the client presented none
        }
    }
}
