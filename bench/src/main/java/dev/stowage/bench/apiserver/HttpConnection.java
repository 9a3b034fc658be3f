package dev.stowage.bench.apiserver;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Locale;
import javax.net.ssl.SSLContext;

/// One kept-alive connection for one request at a time. The client does as little as possible, so that the
/// measurement shows the server.
public final class HttpConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private HttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
        this.out = socket.getOutputStream();
    }

    static HttpConnection open(SSLContext context, int port) throws IOException {
        Socket socket = context.getSocketFactory().createSocket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5_000);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(120_000);
        return new HttpConnection(socket);
    }

    /// @return the number of bytes in the response
    /// @throws IOException also for an error status
    long call(String method, String path, String type, String body) throws IOException {
        send(method, path, type, body);
        ResponseHead head = head();
        if (head.status() >= 300) {
            throw new IOException("%s %s was answered with %d".formatted(method, path, head.status()));
        }
        if (head.chunked()) {
            return new ChunkedResponse(in).transferTo(OutputStream.nullOutputStream());
        }
        in.skipNBytes(head.length());
        return head.length();
    }

    /// Sends a request whose response does not end: one line per event.
    Iterator<String> stream(String path) throws IOException {
        send("GET", path, "", "");
        ResponseHead head = head();
        if (head.status() != 200) {
            throw new IOException("GET %s was answered with %d".formatted(path, head.status()));
        }
        InputStream body = head.chunked() ? new ChunkedResponse(in) : in;
        return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))
                .lines()
                .iterator();
    }

    private void send(String method, String path, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
                + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
                + "Content-Length: " + bytes.length + "\r\n\r\n";
        ByteArrayOutputStream whole = new ByteArrayOutputStream(head.length() + bytes.length);
        whole.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        whole.writeBytes(bytes);
        out.write(whole.toByteArray());
        out.flush();
    }

    private record ResponseHead(int status, long length, boolean chunked) {}

    private ResponseHead head() throws IOException {
        int status = Integer.parseInt(line(in).split(" ", 3)[1]);
        long length = 0;
        boolean chunked = false;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.endsWith("chunked");
            }
        }
        return new ResponseHead(status, length, chunked);
    }

    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
