package dev.stowage.interop.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The operations of a script on the objects of a cluster, as administrator and bypassing the proxy.
public final class AdminApiClient implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final int MISSING = 404;
    private static final int FAILED = 300;

    private final HttpClient client;
    private final String server;

    public AdminApiClient(ControlPlane plane) throws IOException {
        List<Path> administrator = plane.administrator();
        this.client = HttpClient.newBuilder()
                .sslContext(ClientSslContext.of(plane.authority(), administrator.getFirst(), administrator.getLast()))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.server = plane.server();
    }

    public HttpClient client() {
        return client;
    }

    public String server() {
        return server;
    }

    /// Of one document or several.
    public void create(String namespace, String manifest) throws IOException, InterruptedException {
        for (JsonNode document : documents(manifest)) {
            ResourceKind resourceKind = ResourceKind.named(document.path("kind").asText());
            send("POST", resourceKind.path(namespace), "application/json", document.toString());
        }
    }

    private static List<JsonNode> documents(String manifest) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifest)) {
            while (values.hasNext()) {
                JsonNode document = values.next();
                if (document.isObject()) {
                    documents.add(document);
                }
            }
        }
        return documents;
    }

    /// A missing node when there is no such object.
    public JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = call("GET", path, "", "");
        if (answer.statusCode() == MISSING) {
            return MissingNode.getInstance();
        }
        return JSON.readTree(checked("GET", path, answer));
    }

    /// A merge patch.
    public JsonNode patch(String path, String change) throws IOException, InterruptedException {
        return JSON.readTree(send("PATCH", path, "application/merge-patch+json", change));
    }

    public void delete(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = call("DELETE", path, "", "");
        if (answer.statusCode() != MISSING) {
            checked("DELETE", path, answer);
        }
    }

    public String send(String method, String path, String type, String body) throws IOException, InterruptedException {
        return checked(method, path, call(method, path, type, body));
    }

    private HttpResponse<String> call(String method, String path, String type, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("content-type", type);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String checked(String method, String path, HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() >= FAILED) {
            throw new IOException("%s %s failed with %d: %s"
                    .formatted(method, path, answer.statusCode(), answer.body().strip()));
        }
        return answer.body();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
