package dev.stowage.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stowage.flags.UsageException;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// `/metrics` for Prometheus and `/healthz` for whoever only wants to know that the process lives.
final class MetricsPage implements AutoCloseable {

    private final @Nullable HttpServer server;

    private MetricsPage(@Nullable HttpServer server) {
        this.server = server;
    }

    /// @param address HOST:PORT, or `:PORT` on every address as upstream's flag has it; without one nothing is opened
    static MetricsPage open(Optional<String> address, PrometheusRegistry metrics) throws IOException {
        if (address.isEmpty()) {
            return new MetricsPage(null);
        }
        HttpServer server = HttpServer.create(parse(address.get()), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
        server.createContext("/metrics", exchange -> {
            ByteArrayOutputStream page = new ByteArrayOutputStream();
            writer.write(page, metrics.scrape());
            answer(exchange, writer.getContentType(), page.toByteArray());
        });
        server.createContext("/healthz", exchange -> answer(exchange, "text/plain", new byte[] {'o', 'k'}));
        server.start();
        return new MetricsPage(server);
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

    private static void answer(HttpExchange exchange, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, body.length);
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
