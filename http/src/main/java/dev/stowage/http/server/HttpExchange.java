package dev.stowage.http.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/// One request, and the methods that respond to it.
public final class HttpExchange {
    private static final int STREAM_IDLE_MILLISECONDS = 4 * 3600 * 1000;
    private static final Map<Integer, String> REASONS = Map.of(
            101, "Switching Protocols",
            200, "OK",
            400, "Bad Request",
            401, "Unauthorized",
            403, "Forbidden",
            404, "Not Found",
            405, "Method Not Allowed",
            422, "Unprocessable Entity",
            500, "Internal Server Error",
            501, "Not Implemented");

    private final RequestHead head;
    private final String path;
    private final QueryParameters queryParameters;
    private final List<X509Certificate> certificates;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private boolean answered;
    private boolean taken;

    HttpExchange(RequestHead head, List<X509Certificate> certificates, Socket socket, InputStream in, OutputStream out)
            throws HttpException {
        this.head = head;
        this.certificates = List.copyOf(certificates);
        this.socket = socket;
        this.in = in;
        this.out = out;
        int mark = head.target().indexOf('?');
        try {
            this.path = new URI(mark < 0 ? head.target() : head.target().substring(0, mark)).getPath();
            this.queryParameters =
                    QueryParameters.read(mark < 0 ? "" : head.target().substring(mark + 1));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new HttpException(400, "invalid escape in the request URI");
        }
    }

    public RequestHead head() {
        return head;
    }

    public String path() {
        return path;
    }

    public QueryParameters queryParameters() {
        return queryParameters;
    }

    /// The certificates that the client presented, its own first. It holds the key, but the issuer is not verified.
    public List<X509Certificate> certificates() {
        return certificates;
    }

    public boolean isAnswered() {
        return answered;
    }

    boolean isKeptAlive() {
        return head.keepAlive() && answered && !taken;
    }

    public void text(int status, String text) throws IOException {
        reply(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    public void reply(int status, String type, byte[] body) throws IOException {
        begin(status, "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n" + keeping());
        if (!head.method().equals("HEAD")) {
            out.write(body);
        }
        out.flush();
    }

    /// A response in chunks. The caller closes it when it is complete, and leaves it open when it is not.
    public OutputStream stream(String type) throws IOException {
        begin(200, "Content-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n" + keeping());
        out.flush();
        return new ChunkedOutputStream(out);
    }

    /// As [#stream], and calls back when the client closes the connection. The connection ends with the response.
    public OutputStream followStream(String type, Runnable disconnected) throws IOException {
        taken = true;
        begin(200, "Content-Type: " + type + "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n");
        out.flush();
        socket.setSoTimeout(STREAM_IDLE_MILLISECONDS);
        Thread.ofVirtual().name("disconnect-watch").start(() -> {
            try {
                while (in.read() >= 0) {
                    // The client has nothing to send now.
                }
            } catch (IOException e) {
                // The connection is closed as well.
            }
            disconnected.run();
        });
        return new ChunkedOutputStream(out);
    }

    /// Hands the connection over to the caller, who closes it.
    public UpgradedConnection takeOver() throws IOException {
        taken = true;
        answered = true;
        socket.setSoTimeout(STREAM_IDLE_MILLISECONDS);
        return new UpgradedConnection(socket, in, out);
    }

    private String keeping() {
        return head.keepAlive() ? "" : "Connection: close\r\n";
    }

    private void begin(int status, String headers) throws IOException {
        if (answered) {
            throw new IllegalStateException("a request has one response");
        }
        answered = true;
        String first = "HTTP/1.1 " + status + " " + REASONS.getOrDefault(status, "Error") + "\r\n";
        out.write((first + headers + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
