package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.protobuf.WireMessage;
import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpenApiEndpointsTest {
    private static final String OLD = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    private static final String NEW = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    @TempDir
    private static Path data;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = TestServer.start(data, 0, StorageOptions.standard());
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String type(HttpResponse<?> response) {
        return response.headers().firstValue("Content-Type").orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                OLD + "|" + NEW,
                NEW + "|" + NEW,
                "application/json;q=0.5, " + OLD + "|" + NEW,
                OLD + ";q=0.5, application/json|application/json",
                "image/png, application/*;q=0.1|application/json",
                "*/*|application/json",
            })
    void theClientChoosesTheFormatOfVersion2(String accept, String type) throws Exception {
        HttpResponse<byte[]> response = get("/openapi/v2", "Accept", accept);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(type(response)).isEqualTo(type);
        assertThat(response.headers().firstValue("Vary")).contains("Accept");
        if (type.equals(NEW)) {
            assertThat(WireMessage.parse(response.body()).text(1)).isEqualTo("2.0");
        } else {
            assertThat(response.body()).startsWith('{');
        }
    }

    @Test
    void withoutAWishItIsJson() throws Exception {
        assertThat(type(get("/openapi/v2"))).isEqualTo("application/json");
    }

    @Test
    void aClientThatHasTheDocumentGetsNotModified() throws Exception {
        HttpResponse<byte[]> first = get("/openapi/v2", "Accept", OLD);
        String tag = first.headers().firstValue("ETag").orElseThrow();

        HttpResponse<byte[]> second = get("/openapi/v2", "Accept", OLD, "If-None-Match", tag);

        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
        assertThat(get("/openapi/v2", "Accept", OLD, "If-None-Match", "\"other\"")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"/openapi/v2,image/png", "/openapi/v3/api/v1,image/png", "/openapi/v3/api/v1," + NEW})
    void aFormatThatIsNotServedIsNotAcceptable(String path, String accept) throws Exception {
        HttpResponse<byte[]> response = get(path, "Accept", accept);

        assertThat(response.statusCode()).isEqualTo(406);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void anUnknownPageIsNotFound() throws Exception {
        assertThat(get("/openapi/v2/x", "Accept", "image/png").statusCode()).isEqualTo(404);
    }
}
