package dev.stowage.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that send a byte now and then, to occupy the server's connections.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SlowClientTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(400);

    private final SSLContext tls;

    SlowClientTest(@TempDir Path folder) throws Exception {
        tls = TestCertificate.create(folder);
    }

    private HttpsListener listen(ConnectionLimits limits) throws IOException {
        return HttpsListener.open(tls, "127.0.0.1", 0, exchange -> exchange.text(200, exchange.path()), limits);
    }

    private Socket connect(HttpsListener listener) throws IOException {
        return tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), listener.port());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String receive(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int c = socket.getInputStream().read();
            if (c < 0) {
                break;
            }
            text.append((char) c);
        }
        return text.toString();
    }

    /// Sends one byte after the other until the server has closed the connection.
    private static void drip(Socket socket, byte one) {
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(one);
                out.flush();
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }

    @Test
    void aClientInTimeIsServedAgainAndAgain() throws Exception {
        try (HttpsListener listener = listen(new ConnectionLimits(LONG, LONG, LONG));
                Socket client = connect(listener)) {
            for (String path : new String[] {"/one", "/two"}) {
                send(client, "GET " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab");
                assertThat(receive(client, path)).startsWith("HTTP/1.1 200 OK").endsWith(path);
            }
        }
    }

    @Test
    void aHandshakeThatTakesTooLongIsEnded() throws Exception {
        try (HttpsListener listener = listen(new ConnectionLimits(SHORT, LONG, LONG));
                Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            // The head of a TLS record that announces 16 KiB.
            client.getOutputStream().write(new byte[] {22, 3, 1, 64, 0, 1});
            drip(client, (byte) 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "G",
                "GET /x HTTP/1.1\r\nHost: ",
                "POST /x HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n",
            })
    void aRequestThatTakesTooLongIsEnded(String beginning) throws Exception {
        try (HttpsListener listener = listen(new ConnectionLimits(LONG, LONG, SHORT));
                Socket client = connect(listener)) {
            send(client, beginning);
            drip(client, (byte) 'a');
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws Exception {
        try (HttpsListener listener = listen(new ConnectionLimits(LONG, SHORT, LONG));
                Socket client = connect(listener)) {
            send(client, "GET /x HTTP/1.1\r\n\r\n");
            assertThat(receive(client, "/x")).endsWith("/x");

            assertThat(isClosed(client.getInputStream())).isTrue();
        }
    }

    private static boolean isClosed(InputStream in) {
        try {
            return in.read() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "400|GET\r\n\r\n",
                "400|GET http://x/ HTTP/1.1\r\n\r\n",
                "400|GET / HTTP/2.0\r\n\r\n",
                "400|GET /%zz HTTP/1.1\r\n\r\n",
                "400|GET /?a=%zz HTTP/1.1\r\n\r\n",
                "400|GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "400|GET / HTTP/1.1\r\nA b: c\r\n\r\n",
                "400|GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n",
                "400|GET / HTTP/1.1\r\n folded: c\r\n\r\n",
                "400|POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n",
                "400|POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
                "400|POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                "400|POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            })
    void aRequestThatIsNotUnderstoodIsRefused(String row) throws Exception {
        String[] parts = row.split("\\|", 2);
        try (HttpsListener listener = listen(ConnectionLimits.DEFAULT);
                Socket client = connect(listener)) {
            send(client, parts[1]);
            assertThat(receive(client, "\r\n\r\n")).startsWith("HTTP/1.1 " + parts[0]);
        }
    }

    @Test
    void aHeadHasALimit() throws Exception {
        try (HttpsListener listener = listen(ConnectionLimits.DEFAULT)) {
            try (Socket client = connect(listener)) {
                send(client, "GET / HTTP/1.1\r\nX: " + "x".repeat(64 << 10));
                assertThat(receive(client, "\r\n\r\n")).startsWith("HTTP/1.1 431");
            }
            try (Socket client = connect(listener)) {
                send(client, "GET / HTTP/1.1\r\n" + "X: x\r\n".repeat(201) + "\r\n");
                assertThat(receive(client, "\r\n\r\n")).startsWith("HTTP/1.1 400");
            }
        }
    }
}
