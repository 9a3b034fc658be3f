package dev.stowage.node.prober;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Runs an HTTP probe.
final class HttpProbe implements AutoCloseable {
    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TlsContexts.insecureClient())
            .build();

    ProbeResult get(JsonNode get, String ip, int port, Duration timeout) throws InterruptedException {
        String configured = get.path("host").asText("");
        String host = configured.isEmpty() ? ip : configured;
        String path = get.path("path").asText("");
        String scheme = get.path("scheme").asText("").equals("HTTPS") ? "https" : "http";
        String url = scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port
                + (path.startsWith("/") ? path : "/" + path);
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(timeout)
                    .header("User-Agent", "kube-probe/1.36")
                    .header("Accept", "*/*");
            for (JsonNode header : get.path("httpHeaders")) {
                String name = header.path("name").asText("");
                // Java's client sets this header itself.
                if (!name.equalsIgnoreCase("Host")) {
                    request.header(name, header.path("value").asText(""));
                }
            }
            int code = client.send(request.GET().build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            return code >= 200 && code < 400
                    ? new ProbeResult(true, "")
                    : new ProbeResult(false, "HTTP probe failed with statuscode: " + code);
        } catch (IOException | IllegalArgumentException e) {
            return new ProbeResult(false, "Get \"" + url + "\": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
