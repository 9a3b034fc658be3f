package dev.stowage.interop.sidecar.recording;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A proxy in front of an API server on loopback; watches are streamed. All its clients have the permissions of
/// the given HTTP client. Writes go through a [WriteRecorder].
public final class ApiProxy implements AutoCloseable {

    private static final Set<String> NOT_OURS_TO_SET =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "http2-settings", "transfer-encoding");
    private static final Set<String> NOT_PASSED_BACK =
            Set.of("connection", "content-length", "date", "transfer-encoding", ":status");

    static {
        // Otherwise a small response waits for the acknowledgement of its own headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpClient client;
    private final String behind;
    private final WriteRecorder recorder;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// @param client trusts the server behind the proxy and is trusted by it
    /// @param behind the server's address, such as `https://127.0.0.1:6443`
    public ApiProxy(HttpClient client, String behind, Transcript transcript, FaultInjection faultInjection)
            throws IOException {
        this.client = client;
        this.behind = behind;
        this.recorder = new WriteRecorder(client, behind, transcript, faultInjection);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String method = exchange.getRequestMethod();
            Optional<ApiPath> path = ApiPath.of(exchange.getRequestURI().getPath());
            boolean write = !Set.of("GET", "HEAD", "OPTIONS").contains(method) && path.isPresent();
            if (write) {
                HttpRequest request = request(exchange, body, true);
                Optional<HttpResponse<byte[]>> answer = recorder.write(method, path.get(), request);
                if (answer.isPresent()) {
                    headers(exchange, answer.get());
                    byte[] bytes = answer.get().body();
                    exchange.sendResponseHeaders(answer.get().statusCode(), bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                }
                return;
            }
            HttpResponse<InputStream> answer =
                    client.send(request(exchange, body, false), BodyHandlers.ofInputStream());
            headers(exchange, answer);
            exchange.sendResponseHeaders(answer.statusCode(), 0);
            pour(answer.body(), exchange.getResponseBody());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // One side has closed its connection; the other sees the end of its own.
        }
    }

    /// Flushes after each chunk, because watch events must arrive immediately.
    private static void pour(InputStream from, OutputStream to) throws IOException {
        byte[] piece = new byte[16 << 10];
        try (from) {
            for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
                to.write(piece, 0, count);
                to.flush();
            }
        }
    }

    /// @param readable whether the response must be uncompressed JSON
    private HttpRequest request(HttpExchange exchange, byte[] body, boolean readable) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()));
        for (Map.Entry<String, List<String>> header :
                exchange.getRequestHeaders().entrySet()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            boolean replaced = readable && (name.equals("accept") || name.equals("accept-encoding"));
            if (!NOT_OURS_TO_SET.contains(name) && !name.startsWith("sec-websocket") && !replaced) {
                header.getValue().forEach(value -> request.header(name, value));
            }
        }
        if (readable) {
            request.header("accept", "application/json");
        }
        return request.method(
                        exchange.getRequestMethod(),
                        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .build();
    }

    private static void headers(HttpExchange exchange, HttpResponse<?> answer) {
        answer.headers().map().forEach((name, values) -> {
            if (!NOT_PASSED_BACK.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
        });
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
