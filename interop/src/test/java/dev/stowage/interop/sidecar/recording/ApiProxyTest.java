package dev.stowage.interop.sidecar.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ApiProxyTest {

    private static final String THING = "/api/v1/namespaces/n/things/t";

    private final AtomicReference<String> stored =
            new AtomicReference<>("{\"metadata\":{\"name\":\"t\"},\"spec\":{\"size\":1}}");
    private final CountDownLatch more = new CountDownLatch(1);
    private final Transcript transcript = new Transcript();
    private final FaultInjection faultInjection = new FaultInjection();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;
    private ApiProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(THING, exchange -> {
            try (exchange) {
                String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                if (exchange.getRequestMethod().equals("PATCH")) {
                    stored.set(sent);
                }
                byte[] answer = stored.get().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.createContext("/api/v1/watched", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("first\n".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                more.await();
                exchange.getResponseBody().write("second\n".getBytes(StandardCharsets.UTF_8));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        proxy = new ApiProxy(client, address, transcript, faultInjection);
    }

    @AfterEach
    void stop() {
        more.countDown();
        proxy.close();
        server.stop(0);
        client.close();
    }

    @Test
    void patchIsToldByWhatItChanged() throws Exception {
        String changed = "{\"metadata\":{\"name\":\"t\"},\"spec\":{\"size\":2}}";
        assertThat(patch(changed)).isEqualTo(changed);
        assertThat(text()).isEqualTo("api PATCH things t -> 200\n    spec.size = 2\n");
    }

    @Test
    void droppedWriteNeverArrives() {
        faultInjection.plan("PATCH things", 1, Moment.BEFORE, new Fault.Drop(() -> transcript.remark("dropped")));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> patch("{}"));
        assertThat(stored.get()).contains("\"size\":1");
        assertThat(text()).isEqualTo("api PATCH things t -> not passed on\n-- dropped\n");
    }

    @Test
    void watchIsPassedOnAsItComesAndReadsAreNotTold() throws Exception {
        var request = HttpRequest.newBuilder(URI.create(proxy.address() + "/api/v1/watched?watch=true"))
                .build();
        var answer = client.send(request, BodyHandlers.ofInputStream());
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("first"); // while the server still holds the second back
            more.countDown();
            assertThat(lines.readLine()).isEqualTo("second");
        }
        assertThat(text()).isEmpty();
    }

    private String patch(String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(proxy.address() + THING))
                .method("PATCH", BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }

    private String text() {
        return transcript.text(new TranscriptNormalizer(Map.of()));
    }
}
