package dev.stowage.node.server.endpoints;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.PageResponse;
import dev.stowage.node.runtime.ContainerRuntime;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/// `/metrics`, and `/metrics/resource`: what the machine and the containers use.
public final class MetricsHandler implements HttpHandler {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final MetricsPage all;
    private final ContainerRuntime runtime;
    private final InstantSource clock;

    public MetricsHandler(PrometheusRegistry metrics, ContainerRuntime runtime, InstantSource clock) {
        this.all = new MetricsPage(metrics);
        this.runtime = runtime;
        this.clock = clock;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException {
        switch (exchange.path()) {
            case "/metrics" -> {
                PageResponse page = all.answer(Map.of());
                exchange.reply(page.status(), page.type(), page.body());
            }
            case "/metrics/resource" ->
                exchange.reply(
                        200,
                        TEXT,
                        ResourceMetricsPage.of(MachineStats.read(Path.of("/proc")), runtime.usage(), clock.instant())
                                .getBytes(StandardCharsets.UTF_8));
            default -> throw new HttpException(404, "404 page not found");
        }
    }
}
