package dev.stowage.kube.endpoint;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;

/// All metrics, in the Prometheus text format.
public final class MetricsPage implements HttpPage {

    private final PrometheusRegistry metrics;
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    public MetricsPage(PrometheusRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public PageResponse answer(Map<String, String> query) throws IOException {
        var page = new ByteArrayOutputStream();
        writer.write(page, metrics.scrape());
        return new PageResponse(200, writer.getContentType(), page.toByteArray());
    }
}
