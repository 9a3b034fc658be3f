package dev.stowage.kube.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpEndpointTest {

    private static final ListenAddress LOOPBACK = ListenAddress.parse("127.0.0.1:0");

    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.empty());
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpEndpoint endpoint;

    HttpEndpointTest() throws IOException {
        endpoint = HttpEndpoint.open(
                LOOPBACK,
                Map.of(
                        "/healthz",
                        HttpPage.health(trouble::get),
                        "/metrics",
                        new MetricsPage(metrics),
                        FlightRecordingPage.PATH,
                        new FlightRecordingPage(),
                        "/broken",
                        _ -> {
                            throw new IllegalStateException("secret of the inside");
                        }));
    }

    @BeforeEach
    void countSomething() {
        Counter.builder().name("eggs_total").help("Eggs.").register(metrics).inc(12);
    }

    @AfterEach
    void close() {
        client.close();
        endpoint.close();
    }

    @Test
    void healthIsOkUntilThereIsTrouble() throws Exception {
        assertThat(get("/healthz").body()).isEqualTo("ok");
        trouble.set(Optional.of("the lease is not ours"));
        assertThat(get("/healthz").statusCode()).isEqualTo(500);
        assertThat(get("/healthz").body()).isEqualTo("internal server error: the lease is not ours\n");
    }

    @Test
    void metricsAreWrittenForPrometheus() throws Exception {
        assertThat(get("/metrics").body()).contains("eggs_total 12.0");
        assertThat(get("/metrics").headers().firstValue("Content-Type").orElseThrow())
                .startsWith("text/plain");
    }

    @Test
    void pathThatIsNoPageIsNotFoundEvenBelowOne() throws Exception {
        assertThat(get("/healthz/deeper").statusCode()).isEqualTo(404);
        assertThat(get("/").statusCode()).isEqualTo(404);
    }

    @Test
    void pageIsReadOnly() throws Exception {
        var request = HttpRequest.newBuilder(uri("/healthz"))
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }

    @Test
    void failingPageTellsNothingOfTheInside() throws Exception {
        assertThat(get("/broken").statusCode()).isEqualTo(500);
        assertThat(get("/broken").body()).doesNotContain("secret");
    }

    @Test
    void recordingHoldsEventsOfTheProcess(@TempDir Path dir) throws Exception {
        var request = HttpRequest.newBuilder(uri("/debug/jfr?seconds=1")).build();
        byte[] recording = client.send(request, BodyHandlers.ofByteArray()).body();
        Path file = dir.resolve("a.jfr");
        Files.copy(new ByteArrayInputStream(recording), file);
        assertThat(RecordingFile.readAllEvents(file)).isNotEmpty();
    }

    @Test
    void recordingIsBounded() throws Exception {
        assertThat(get("/debug/jfr?seconds=100000").statusCode()).isEqualTo(400);
        assertThat(get("/debug/jfr?seconds=x").statusCode()).isEqualTo(400);
        assertThat(get("/debug/jfr?seconds=0").statusCode()).isEqualTo(400);
    }

    @Test
    void addressInUseIsNamed() {
        var taken = new ListenAddress("127.0.0.1", endpoint.port());
        assertThatThrownBy(() -> HttpEndpoint.open(taken, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(taken.toString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + endpoint.port() + path);
    }
}
