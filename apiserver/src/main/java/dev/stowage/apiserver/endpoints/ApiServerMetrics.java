package dev.stowage.apiserver.endpoints;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// The metrics of the server, with the names that Kubernetes dashboards use.
final class ApiServerMetrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter requests = Counter.builder()
            .name("apiserver_request_total")
            .help("Counter of apiserver requests.")
            .labelNames("verb", "group", "version", "resource", "subresource", "code")
            .register(registry);
    private final Histogram durations = Histogram.builder()
            .name("apiserver_request_duration_seconds")
            .help("Response latency distribution in seconds.")
            .classicOnly()
            .classicUpperBounds(0.005, 0.025, 0.1, 0.5, 1, 5, 30)
            .labelNames("verb", "group", "version", "resource", "subresource")
            .register(registry);

    ApiServerMetrics(InflightLimits inflightLimits) {
        GaugeWithCallback.builder()
                .name("apiserver_current_inflight_requests")
                .help("Number of requests that are being answered.")
                .labelNames("request_kind")
                .callback(callback -> {
                    callback.call(inflightLimits.reading().now(), "readOnly");
                    callback.call(inflightLimits.writing().now(), "mutating");
                })
                .register(registry);
    }

    void answered(String verb, RequestInfo info, int code, long nanoseconds) {
        String subresource = info.subresource();
        requests.labelValues(verb, info.group(), info.version(), info.plural(), subresource, Integer.toString(code))
                .inc();
        if (!verb.equals("WATCH")) {
            durations
                    .labelValues(verb, info.group(), info.version(), info.plural(), subresource)
                    .observe(nanoseconds / 1e9);
        }
    }

    byte[] text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, registry.scrape());
        return out.toByteArray();
    }
}
