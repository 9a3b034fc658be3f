package dev.stowage.node.server.endpoints;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.PageResponse;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;

/// `/metrics`, and the part of `/metrics/resource` about the machine.
public final class MetricsHandler implements HttpHandler {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final MetricsPage all;
    private final InstantSource clock;

    public MetricsHandler(PrometheusRegistry metrics, InstantSource clock) {
        this.all = new MetricsPage(metrics);
        this.clock = clock;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, HttpException {
        switch (exchange.path()) {
            case "/metrics" -> {
                PageResponse page = all.answer(Map.of());
                exchange.reply(page.status(), page.type(), page.body());
            }
            case "/metrics/resource" ->
                exchange.reply(
                        200,
                        TEXT,
                        resources(MachineStats.read(Path.of("/proc"))).getBytes(StandardCharsets.US_ASCII));
            default -> throw new HttpException(404, "404 page not found");
        }
    }

    private String resources(MachineStats machineStats) {
        long now = clock.millis();
        return String.format(
                Locale.ROOT, """
                # TYPE node_cpu_usage_seconds_total counter
                node_cpu_usage_seconds_total %.2f %d
                # TYPE node_memory_working_set_bytes gauge
                node_memory_working_set_bytes %d %d
                # TYPE resource_scrape_error gauge
                resource_scrape_error 0
                """, machineStats.busyNanoseconds() / 1e9, now, machineStats.usedBytes(), now);
    }
}
