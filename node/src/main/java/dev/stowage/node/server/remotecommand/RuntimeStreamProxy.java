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

/// Passes a request on to the server of the runtime, and from there on carries bytes, whatever they mean: the
/// two sides
/// agree on a protocol by themselves.
///
/// Runtimes know the older way to share a WebSocket. It differs from the newer in one thing: nobody can say that the
/// input has ended. Where there is no input they are the same, and a user of the newer is served by the older.
final class RuntimeStreamProxy {
    private static final Logger log = LoggerFactory.getLogger(RuntimeStreamProxy.class);
    private static final int CONNECT_MILLISECONDS = 10_000;
    private static final int BUFFER = 32 << 10;
    private static final int LONGEST_HEAD = 64 << 10;
    /// Who the client is has been decided here, and is not the runtime's business.
    private static final Set<String> OWN = Set.of("host", "authorization", "cookie", "content-length");

    private RuntimeStreamProxy() {}

    static void open(HttpExchange httpExchange, URI url, boolean hasInput) throws IOException, HttpException {
        if (!"http".equals(url.getScheme())) {
            throw new HttpException(
                    501, "the runtime serves streams at " + url.getScheme() + ", the node knows http only");
        }
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            try {
                socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), CONNECT_MILLISECONDS);
            } catch (IOException e) {
                throw new HttpException(500, "the runtime's server of streams cannot be reached: " + e.getMessage());
            }
            OutputStream out = socket.getOutputStream();
            boolean older = !hasInput
                    && httpExchange.head().upgrade().equals("websocket")
                    && ChannelProtocol.V5.isOnlyChoice(httpExchange.head());
            out.write(head(httpExchange.head(), url, older).getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            try (UpgradedConnection client = httpExchange.takeOver()) {
                if (older) {
                    client.out().write(renamed(in).getBytes(StandardCharsets.ISO_8859_1));
                    client.out().flush();
                }
                Thread.ofVirtual().name("passage-up").start(() -> carry(client.in(), out, socket));
                // When the runtime has said all, both connections are closed, and with them the other direction.
                carry(in, client.out(), client.socket());
            }
        }
    }

    private static String head(RequestHead head, URI url, boolean older) {
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        StringBuilder text = new StringBuilder(head.method() + " " + url.getRawPath() + query + " HTTP/1.1\r\nHost: "
                + url.getHost() + ":" + url.getPort() + "\r\n");
        for (Map.Entry<String, String> header : head.headers().entrySet()) {
            if (!OWN.contains(header.getKey())) {
                // Runtimes of some age want each version of a protocol in a line of its own.
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

    /// The head of the runtime's answer, with the protocol that the client knows.
    private static String renamed(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0 || head.length() > LONGEST_HEAD) {
                throw new IOException("the runtime's server of streams does not speak HTTP");
            }
            head.append((char) c);
        }
        return head.toString().replace(ChannelProtocol.V4.subprotocol(), ChannelProtocol.V5.subprotocol());
    }

    private static void carry(InputStream in, OutputStream out, Socket to) {
        byte[] bytes = new byte[BUFFER];
        try {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
                out.flush();
            }
            to.shutdownOutput();
        } catch (IOException e) {
            log.debug("A passage to the runtime ended: {}", e.getMessage());
        }
    }
}
