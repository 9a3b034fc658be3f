package dev.stowage.node.server.remotecommand;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.RequestHead;
import dev.stowage.http.server.UpgradedConnection;
import dev.stowage.http.stream.ChannelProtocol;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Passes a request to the streaming server of the runtime, and then copies bytes in both directions: the two
/// sides agree on a protocol themselves.
///
/// Some runtimes support only version 4 of the WebSocket channel protocol. It differs from version 5 in one
/// point: it cannot close the input. Without input they are the same, and a client of version 5 can be served
/// with version 4.
public final class RuntimeStreamProxy {
    private static final Logger log = LoggerFactory.getLogger(RuntimeStreamProxy.class);
    private static final int CONNECT_MILLISECONDS = 10_000;
    private static final int BUFFER = 32 << 10;
    private static final int LONGEST_HEAD = 64 << 10;
    /// Headers that are not forwarded: the client is authenticated here, not by the runtime.
    private static final Set<String> OWN = Set.of("host", "authorization", "cookie", "content-length");

    private RuntimeStreamProxy() {}

    public static void open(HttpExchange exchange, URI url, boolean hasInput) throws IOException, HttpException {
        if (!"http".equals(url.getScheme())) {
            throw new HttpException(
                    501, "the container runtime streams over " + url.getScheme() + "; the node supports http only");
        }
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            try {
                socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), CONNECT_MILLISECONDS);
            } catch (IOException e) {
                throw new HttpException(
                        500, "cannot connect to the streaming server of the container runtime: " + e.getMessage());
            }
            OutputStream out = socket.getOutputStream();
            boolean older = !hasInput
                    && exchange.head().upgrade().equals("websocket")
                    && ChannelProtocol.V5.isOnlyChoice(exchange.head());
            out.write(head(exchange.head(), url, older).getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            try (UpgradedConnection client = exchange.takeOver()) {
                if (older) {
                    client.out().write(responseHead(in).getBytes(StandardCharsets.ISO_8859_1));
                    client.out().flush();
                }
                Thread.ofVirtual().name("passage-up").start(() -> copy(client.in(), out, socket));
                // When the runtime has sent everything, both connections are closed, and with them the other
                // direction.
                copy(in, client.out(), client.socket());
            }
        }
    }

    private static String head(RequestHead head, URI url, boolean older) {
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        StringBuilder text = new StringBuilder(head.method() + " " + url.getRawPath() + query + " HTTP/1.1\r\nHost: "
                + url.getHost() + ":" + url.getPort() + "\r\n");
        for (Map.Entry<String, String> header : head.headers().entrySet()) {
            if (!OWN.contains(header.getKey())) {
                // Older runtimes expect each protocol version in a separate header line.
                String[] values = header.getKey().equals("x-stream-protocol-version")
                        ? header.getValue().split("\\s*,\\s*")
                        : new String[] {header.getValue()};
                for (String given : values) {
                    String value = older && header.getKey().equals("sec-websocket-protocol")
                            ? ChannelProtocol.V4.subprotocol()
                            : given;
                    text.append(header.getKey()).append(": ").append(value).append("\r\n");
                }
            }
        }
        return text.append("\r\n").toString();
    }

    /// The head of the runtime's response, with the protocol that the client supports.
    private static String responseHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0 || head.length() > LONGEST_HEAD) {
                throw new IOException("the streaming server of the container runtime did not send an HTTP response");
            }
            head.append((char) c);
        }
        return head.toString().replace(ChannelProtocol.V4.subprotocol(), ChannelProtocol.V5.subprotocol());
    }

    private static void copy(InputStream in, OutputStream out, Socket to) {
        byte[] bytes = new byte[BUFFER];
        try {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
                out.flush();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            log.debug("A stream to the container runtime ended: {}", e.getMessage());
        }
    }
}
