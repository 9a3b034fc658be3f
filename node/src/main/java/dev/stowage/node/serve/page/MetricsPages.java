package dev.stowage.node.serve.page;

import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.PageResponse;
import dev.stowage.node.serve.http.Exchange;
import dev.stowage.node.serve.http.Handler;
import dev.stowage.node.serve.http.Refusal;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;

/// `/metrics`, and of `/metrics/resource` what is known of the machine.
public final class MetricsPages implements Handler {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final MetricsPage all;
    private final InstantSource clock;

    public MetricsPages(PrometheusRegistry metrics, InstantSource clock) {
        this.all = new MetricsPage(metrics);
        this.clock = clock;
    }

    @Override
    public void answer(Exchange exchange) throws IOException, Refusal {
        switch (exchange.path()) {
            case "/metrics" -> {
                PageResponse page = all.answer(Map.of());
                exchange.reply(page.status(), page.type(), page.body());
            }
            case "/metrics/resource" ->
                exchange.reply(
                        200, TEXT, resources(Machine.read(Path.of("/proc"))).getBytes(StandardCharsets.US_ASCII));
            default -> throw new Refusal(404, "404 page not found");
        }
    }

    private String resources(Machine machine) {
        long now = clock.millis();
        return String.format(Locale.ROOT, """
                # TYPE node_cpu_usage_seconds_total counter
                node_cpu_usage_seconds_total %.2f %d
                # TYPE node_memory_working_set_bytes gauge
                node_memory_working_set_bytes %d %d
                # TYPE resource_scrape_error gauge
                resource_scrape_error 0
                """, machine.busyNanoseconds() / 1e9, now, machine.usedBytes(), now);
    }
}
