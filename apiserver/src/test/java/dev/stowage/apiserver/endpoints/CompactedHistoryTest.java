package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The errors that clients get when the revision that they want to continue from is compacted.
class CompactedHistoryTest {
    private static final String NAMESPACES = "/api/v1/namespaces";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    private Path data;

    private TestServer server;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        server = TestServer.start(
                data,
                0,
                StorageOptions.standard().clock(now::get).feeds(20, 1 << 20).windowBytes(1 << 10));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void aWatchFromACompactedRevisionExpires() throws Exception {
        make("a");
        make("b");
        age();

        JsonNode event = get(NAMESPACES + "?watch=true&resourceVersion=1&timeoutSeconds=5");

        assertThat(JsonTree.text(event, "type")).isEqualTo("ERROR");
        assertThat(JsonTree.text(event, "object", "reason")).isEqualTo("Expired");
        assertThat(JsonTree.number(event, "object", "code")).hasValue(410);
        assertThat(JsonTree.text(event, "object", "message")).startsWith("too old resource version: 1 (");
    }

    @Test
    void aListFromACompactedRevisionMustStartAgain() throws Exception {
        make("a");
        make("b");
        make("c");
        String token = JsonTree.text(get(NAMESPACES + "?limit=1"), "metadata", "continue");
        assertThat(token).isNotEmpty();
        age();

        JsonNode answer = get(NAMESPACES + "?limit=1&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8));

        assertThat(JsonTree.number(answer, "code")).hasValue(410);
        assertThat(JsonTree.text(answer, "reason")).isEqualTo("Expired");
    }

    @Test
    void aWatcherThatDoesNotReadLosesOnlyItsOwnWatch() throws Exception {
        String large = "v".repeat(200_000);
        make("a");
        try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            idle.setSoTimeout(30_000);
            String request = "GET /api/v1/configmaps?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n";
            idle.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            await().until(() -> server.lasting() == 1);
            int written = 100;
            for (int i = 0; i < written; i++) {
                assertThat(post(NAMESPACES + "/a/configmaps", """
                        {"metadata":{"name":"large-%d"},"data":{"k":"%s"}}
                        """.formatted(i, large)))
                        .isEqualTo(201);
            }
            // Now it reads the events that were already sent, and then the end of the stream.
            try (InputStream in = idle.getInputStream()) {
                assertThat(in.readAllBytes()).hasSizeBetween(1, written * large.length());
            }
        }
        assertThat(get("/api/v1/configmaps").path("items")).hasSize(100);
    }

    /// Advances the clock, with occasional writes, until all history up to now is compacted.
    private void age() throws IOException, InterruptedException {
        String newest = JsonTree.text(get(NAMESPACES), "metadata", "resourceVersion");
        await().atMost(Duration.ofMinutes(3)).until(() -> {
            now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(2)));
            make("at-" + now.get().getEpochSecond());
            return JsonTree.text(get(NAMESPACES + "?watch=true&timeoutSeconds=1&resourceVersion=" + newest), "type")
                    .equals("ERROR");
        });
    }

    private void make(String name) throws IOException, InterruptedException {
        assertThat(post(NAMESPACES, "{\"metadata\":{\"name\":\"" + name + "\"}}"))
                .isEqualTo(201);
    }

    private int post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /// The first line of the response, regardless of its status.
    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address(path)).build();
        String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return Json.read(body.lines().findFirst().orElse("{}").getBytes(StandardCharsets.UTF_8));
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
