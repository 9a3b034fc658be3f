package dev.stowage.sidecar.program;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/// Reads the pages of a program on loopback.
final class ServedPages {

    private ServedPages() {}

    /// Status and body.
    static String get(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> reply = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    BodyHandlers.ofString());
            return reply.statusCode() + " " + reply.body();
        }
    }
}
