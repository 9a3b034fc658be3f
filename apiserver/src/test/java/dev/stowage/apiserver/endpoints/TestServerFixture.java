package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A new server for each test, and a client.
abstract class TestServerFixture {
    final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    TestServer server;

    @TempDir
    private Path data;

    @BeforeEach
    final void start() throws IOException, InterruptedException {
        server = TestServer.start(data, 0, StorageOptions.standard());
    }

    @AfterEach
    final void stop() throws IOException {
        server.close();
    }

    final HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    final HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        HttpRequest request = request(path)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
