package dev.stowage.sdk.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stowage.flags.UsageException;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// `/metrics` for Prometheus and `/healthz` for liveness probes.
final class HttpEndpoint implements AutoCloseable {

    private final @Nullable HttpServer server;

    private HttpEndpoint(@Nullable HttpServer server) {
        this.server = server;
    }

    /// Checks the driver for each request.
    @FunctionalInterface
    interface HealthCheck {
        Optional<String> unhealthyReason() throws InterruptedException;
    }

    /// @param address HOST:PORT, or `:PORT` on every address as upstream's flag has it; without one nothing is
    ///     opened
    static HttpEndpoint open(Optional<String> address, PrometheusRegistry metrics, HealthCheck healthCheck)
            throws IOException {
        if (address.isEmpty()) {
            return new HttpEndpoint(null);
        }
        HttpServer server = HttpServer.create(parse(address.get()), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
        server.createContext("/metrics", exchange -> {
            ByteArrayOutputStream page = new ByteArrayOutputStream();
            writer.write(page, metrics.scrape());
            answer(exchange, 200, writer.getContentType(), page.toByteArray());
        });
        server.createContext("/healthz", exchange -> answerHealthz(exchange, healthCheck));
        server.start();
        return new HttpEndpoint(server);
    }

    private static void answerHealthz(HttpExchange exchange, HealthCheck healthCheck) throws IOException {
        try {
            Optional<String> problem = healthCheck.unhealthyReason();
            byte[] text = problem.orElse("ok").getBytes(StandardCharsets.UTF_8);
            answer(exchange, problem.isPresent() ? 500 : 200, "text/plain", text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    private static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            return colon <= 0 ? new InetSocketAddress(port) : new InetSocketAddress(address.substring(0, colon), port);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --http-endpoint: \"" + address + "\" is not HOST:PORT");
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
    }
}
