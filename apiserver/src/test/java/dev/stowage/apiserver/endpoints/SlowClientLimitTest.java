package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SlowClientLimitTest {
    private final CountDownLatch released = new CountDownLatch(1);
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    /// Answers the path `/slow` when the test says so.
    private final class PathHandler extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (request.getHttpURI().getPath().equals("/slow")) {
                released.await();
            }
            Content.Sink.write(response, true, ByteBuffer.wrap("done".getBytes(StandardCharsets.US_ASCII)));
            callback.succeeded();
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        SlowClientLimit limit = new SlowClientLimit(new PathHandler(), server.getScheduler(), Duration.ofMillis(500));
        server.addConnector(connector);
        connector.addBean(limit, false);
        server.setHandler(limit);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        released.countDown();
        server.stop();
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            text.append((char) c);
            if (text.toString().endsWith("done")) {
                break;
            }
        }
        return text.toString();
    }

    /// Sends one byte after the other until the server has closed the connection.
    private static void drip(Socket socket) {
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            try {
                send(socket, "a");
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "G", "GET /x HTTP/1.1\r\nHost: ", "GET /x HTTP/1.1\r\nHost: x\r\n\r\nGET /y"})
    void aHeadThatTakesTooLongIsEnded(String beginning) throws Exception {
        try (Socket client = connect()) {
            send(client, beginning);
            drip(client);
        }
    }

    @Test
    void aRequestMayTakeLong() throws Exception {
        try (Socket slow = connect();
                Socket idle = connect()) {
            send(slow, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            // When the other connection is closed, the limit of this one has passed as well.
            drip(idle);
            released.countDown();
            assertThat(receive(slow)).startsWith("HTTP/1.1 200 OK").endsWith("done");

            send(slow, "GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(receive(slow)).endsWith("done");
        }
    }

    /// A hundred unknown fields would be a head that is larger than a response may have.
    @Test
    void warningsAreLimited(@TempDir Path data) throws Exception {
        String fields = IntStream.range(0, 300)
                .mapToObj(i -> "\"unknown-%d-%s\":1".formatted(i, "é".repeat(200)))
                .collect(Collectors.joining(","));
        try (TestServer api = TestServer.start(data, 0, StorageOptions.standard())) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:%d/api/v1/namespaces".formatted(api.port())))
                    .POST(HttpRequest.BodyPublishers.ofString("{\"metadata\":{\"name\":\"n\"}," + fields + "}"))
                    .build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(201);
            assertThat(response.headers().allValues("Warning")).hasSizeBetween(3, 30);
        }
    }
}
