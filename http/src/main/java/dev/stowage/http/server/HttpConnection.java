package dev.stowage.http.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
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

/// One client's connection: request after request.
final class HttpConnection {
    private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);
    private static final int HANDSHAKE_MILLISECONDS = 10_000;
    private static final int IDLE_MILLISECONDS = 120_000;
    private static final int MOST_BODY = 1 << 20;

    private final SSLSocket socket;
    private final HttpHandler httpHandler;

    HttpConnection(SSLSocket socket, HttpHandler httpHandler) {
        this.socket = socket;
        this.httpHandler = httpHandler;
    }

    void serve() throws IOException, InterruptedException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(HANDSHAKE_MILLISECONDS);
        socket.startHandshake();
        List<X509Certificate> certificates = certificates();
        InputStream in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 16 << 10);
        boolean keeps = true;
        while (keeps) {
            socket.setSoTimeout(IDLE_MILLISECONDS);
            keeps = once(certificates, in, out);
        }
    }

    private boolean once(List<X509Certificate> certificates, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        HttpExchange httpExchange;
        try {
            Optional<RequestHead> head = RequestHead.read(in);
            if (head.isEmpty()) {
                return false;
            }
            skipBody(head.get(), in);
            httpExchange = new HttpExchange(head.get(), certificates, socket, in, out);
        } catch (SocketTimeoutException e) {
            return false; // nothing was asked for a while
        } catch (HttpException e) {
            refuse(out, e);
            return false;
        }
        try {
            httpHandler.handle(httpExchange);
            return httpExchange.isKeptAlive();
        } catch (HttpException e) {
            return told(httpExchange, e.status(), e.text());
        } catch (IOException e) {
            // Either the client is gone, or whom we asked for an answer has none.
            log.debug("The node's server could not answer {}.", httpExchange.path(), e);
            return told(httpExchange, 500, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.error("The node's server failed to answer {}.", httpExchange.path(), e);
            return told(httpExchange, 500, "the node failed to answer; its log says why");
        }
    }

    /// What has been begun cannot be taken back; then the connection breaks, which tells that the answer is
    /// not whole.
    private static boolean told(HttpExchange httpExchange, int status, String text) throws IOException {
        if (httpExchange.isAnswered()) {
            return false;
        }
        httpExchange.text(status, text);
        return httpExchange.isKeptAlive();
    }

    /// Nothing here reads one, but the next request begins behind it.
    private static void skipBody(RequestHead head, InputStream in) throws IOException, HttpException {
        String length = head.header("content-length");
        if (!head.header("transfer-encoding").isEmpty() || (!length.isEmpty() && !length.matches("[0-9]{1,7}"))) {
            throw new HttpException(400, "the node takes no bodies of unknown or great length");
        }
        int bytes = length.isEmpty() ? 0 : Integer.parseInt(length);
        if (bytes > MOST_BODY) {
            throw new HttpException(400, "the node takes no bodies of more than " + MOST_BODY + " bytes");
        }
        in.skipNBytes(bytes);
    }

    private static void refuse(OutputStream out, HttpException httpException) throws IOException {
        byte[] text = httpException.text().getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + httpException.status() + " Refused\r\nContent-Type: text/plain\r\nContent-Length: "
                + text.length + "\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(text);
        out.flush();
    }

    private List<X509Certificate> certificates() {
        try {
            Certificate[] shown = socket.getSession().getPeerCertificates();
            return Stream.of(shown).map(X509Certificate.class::cast).toList();
        } catch (SSLPeerUnverifiedException e) {
            return List.of(); // it showed none
        }
    }
}
