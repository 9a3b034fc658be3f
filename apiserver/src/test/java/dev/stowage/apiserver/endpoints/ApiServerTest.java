package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ApiServerTest extends TestServerFixture {
    private static final String WATCH = "/api/v1/namespaces?watch=true";

    private int create(String path, String body) throws IOException, InterruptedException {
        return send("POST", path, body).statusCode();
    }

    @Test
    void closingEndsWatches() throws IOException, InterruptedException {
        create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"one\"}}");
        HttpResponse<Stream<String>> watch = client.send(request(WATCH).build(), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = watch.body()) {
            var events = lines.iterator();
            assertThat(events.next()).contains("\"ADDED\"");
            server.close();
            assertThat(events.hasNext()).isFalse();
        }
    }

    @Test
    void aRequestThatDoesNotEndIsCutOffWhenTheServerCloses() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = "POST /api/v1/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            await().until(() -> client.send(request("/metrics").build(), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .contains("apiserver_current_inflight_requests{request_kind=\"mutating\"} 1"));
            CompletableFuture<String> closing = CompletableFuture.supplyAsync(this::close);
            await().ignoreExceptionsInstanceOf(IOException.class).until(() -> {
                if (!closing.isDone()) {
                    socket.getOutputStream().write(' ');
                }
                return closing.isDone();
            });
            assertThat(closing.get()).isEqualTo("closed");
        }
    }

    private String close() {
        try {
            server.close();
            return "closed";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aWatchEndsWithItsResource() throws IOException, InterruptedException {
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        assertThat(create(definitions, """
                {"metadata":{"name":"boats.example.com"},"spec":{"group":"example.com","scope":"Cluster",
                 "names":{"plural":"boats","kind":"Boat"},"versions":[{"name":"v1","served":true,"storage":true,
                 "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
                """)).isEqualTo(201);
        HttpRequest boats = request("/apis/example.com/v1/boats?watch=true").build();
        await().until(() ->
                client.send(request("/apis/example.com/v1/boats").build(), HttpResponse.BodyHandlers.ofString())
                                .statusCode()
                        == 200);
        HttpResponse<Stream<String>> watch = client.send(boats, HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = watch.body()) {
            HttpRequest gone =
                    request(definitions + "/boats.example.com").DELETE().build();
            assertThat(client.send(gone, HttpResponse.BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
            assertThat(lines).isEmpty();
        }
    }

    /// The client for Python waits for the end of a chunk, and reads a response without chunks only at its end.
    @Test
    void anEventIsACompleteChunk() throws IOException, InterruptedException {
        create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"one\"}}");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            String request = "GET " + WATCH + "&timeoutSeconds=600 HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answer.readLine()).contains("200");
            for (String header = answer.readLine(); !header.isEmpty(); header = answer.readLine()) {
                // What comes after the empty line counts.
            }
            int size = Integer.parseInt(answer.readLine(), 16);
            assertThat(answer.readLine()).contains("\"ADDED\"").hasSize(size - 1);
            assertThat(answer.readLine()).isEmpty();
            server.close();
            assertThat(answer.lines()).containsExactly("0", "");
        }
    }

    @Test
    void aDisconnectedWatcherIsRemoved() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = "GET " + WATCH + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answer.readLine()).contains("200");
            assertThat(server.lasting()).isEqualTo(1);
        }
        await().until(() -> server.lasting() == 0);
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws IOException, InterruptedException {
        assertThat(create("/api/v1/namespaces", " ".repeat(RequestBodyReader.MOST + 1)))
                .isEqualTo(413);
    }

    @Test
    void headersThatAreTooLargeAreRefusedWithAStatus() throws IOException, InterruptedException {
        HttpRequest request =
                request("/version").header("X-Large", "x".repeat(100_000)).build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(431);
        assertThat(answer.body()).startsWith("{\"kind\":\"Status\"");
    }

    @Test
    void aLongListIsPackedForWhoCanUnpackIt() throws IOException, InterruptedException {
        create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"one\"}}");
        String large = "{\"metadata\":{\"generateName\":\"x-\"},\"data\":{\"k\":\"" + "v".repeat(100_000) + "\"}}";
        assertThat(create("/api/v1/namespaces/one/configmaps", large)).isEqualTo(201);
        assertThat(create("/api/v1/namespaces/one/configmaps", large)).isEqualTo(201);
        HttpRequest request =
                request("/api/v1/configmaps").header("Accept-Encoding", "gzip").build();
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        try (InputStream unpacked = new GZIPInputStream(answer.body())) {
            assertThat(unpacked.readAllBytes()).hasSizeGreaterThan(200_000);
        }
    }
}
