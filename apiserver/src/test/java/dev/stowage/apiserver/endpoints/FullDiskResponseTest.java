package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.storage.SmallDiskFixture;
import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class FullDiskResponseTest extends SmallDiskFixture {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void aFullDiskIsReportedToTheClientUntilThereIsSpace() throws Exception {
        Path ballast = ballast();
        try (TestServer server = TestServer.start(disk().resolve("data"), 0, StorageOptions.standard())) {
            String root = "http://127.0.0.1:" + server.port() + "/api/v1/namespaces";
            assertThat(post(root, "{\"metadata\": {\"name\": \"default\"}}").statusCode())
                    .isEqualTo(201);
            HttpResponse<byte[]> refused = fill(root + "/default/configmaps");
            assertThat(refused.statusCode()).isEqualTo(500);
            JsonNode status = Json.read(refused.body());
            assertThat(status.path("reason").asText()).isEqualTo("InternalError");
            assertThat(status.path("message").asText())
                    .startsWith("Internal error occurred: cannot write to " + disk())
                    .endsWith("no space left on device");

            Files.delete(ballast);
            assertThat(post(root + "/default/configmaps", configMap("after")).statusCode())
                    .isEqualTo(201);
        }
    }

    private HttpResponse<byte[]> fill(String path) throws IOException, InterruptedException {
        for (int i = 0; i < 1000; i++) {
            HttpResponse<byte[]> response = post(path, configMap("big-" + i));
            if (response.statusCode() != 201) {
                return response;
            }
        }
        throw new IllegalStateException("the disk did not become full");
    }

    private static String configMap(String name) {
        return "{\"metadata\": {\"name\": \"%s\"}, \"data\": {\"text\": \"%s\"}}".formatted(name, "-".repeat(10_000));
    }

    private HttpResponse<byte[]> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }
}
