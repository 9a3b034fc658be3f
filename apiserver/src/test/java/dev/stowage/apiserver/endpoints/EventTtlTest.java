package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTtlTest {
    private static final String EVENT = """
            {"metadata": {"name": "told"}, "involvedObject": {"kind": "Pod", "name": "web", "namespace": "default"},
             "reason": "Pulled", "message": "image", "type": "Normal"}""";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    private Path data;

    @Test
    void eventsGoByThemselvesAndNothingElseDoes() throws Exception {
        try (TestServer server = TestServer.start(data, 0, StorageOptions.standard(), Duration.ofSeconds(1))) {
            String root = "http://127.0.0.1:" + server.port() + "/api/v1/namespaces";
            assertThat(post(root, "{\"metadata\": {\"name\": \"default\"}}")).isEqualTo(201);
            assertThat(post(root + "/default/configmaps", "{\"metadata\": {\"name\": \"kept\"}}"))
                    .isEqualTo(201);
            assertThat(post(root + "/default/events", EVENT)).isEqualTo(201);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> items(root + "/default/events").isEmpty());
            assertThat(items(root + "/default/configmaps")).hasSize(1);
        }
    }

    @Test
    void eventsStayForTheTimeTheyAreKept() throws Exception {
        try (TestServer server = TestServer.start(data, 0, StorageOptions.standard(), Duration.ofHours(1))) {
            String root = "http://127.0.0.1:" + server.port() + "/api/v1/namespaces";
            assertThat(post(root, "{\"metadata\": {\"name\": \"default\"}}")).isEqualTo(201);
            assertThat(post(root + "/default/events", EVENT)).isEqualTo(201);
            await().during(Duration.ofSeconds(2))
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> items(root + "/default/events").size() == 1);
        }
    }

    private int post(String address, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private JsonNode items(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        return Json.read(client.send(request, HttpResponse.BodyHandlers.ofByteArray())
                        .body())
                .path("items");
    }
}
