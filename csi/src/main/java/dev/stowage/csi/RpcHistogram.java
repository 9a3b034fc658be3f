package dev.stowage.csi;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A histogram of calls under one name. Calls that set `migrated` have one more label than the others; a single
/// Prometheus histogram cannot have different labels, so there are two.
final class RpcHistogram implements Collector {
    private static final double[] SECONDS = {.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600};

    private final Histogram plain;
    private final Histogram migrating;

    private RpcHistogram(String name) {
        plain = histogram(name, "driver_name", "method_name", "grpc_status_code");
        migrating = histogram(name, "driver_name", "method_name", "grpc_status_code", "migrated");
    }

    static RpcHistogram in(PrometheusRegistry registry, String name) {
        var times = new RpcHistogram(name);
        registry.register(times);
        return times;
    }

    private static Histogram histogram(String name, String... labels) {
        return Histogram.builder()
                .name(name)
                .help("Duration of CSI calls by driver, method and gRPC status code.")
                .labelNames(labels)
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .build();
    }

    void observe(String driver, String method, String code, @Nullable Boolean migrated, double seconds) {
        if (migrated == null) {
            plain.labelValues(driver, method, code).observe(seconds);
        } else {
            migrating
                    .labelValues(driver, method, code, Boolean.toString(migrated))
                    .observe(seconds);
        }
    }

    @Override
    public HistogramSnapshot collect() {
        HistogramSnapshot snapshot = plain.collect();
        List<HistogramSnapshot.HistogramDataPointSnapshot> points = new ArrayList<>(snapshot.getDataPoints());
        points.addAll(migrating.collect().getDataPoints());
        return new HistogramSnapshot(snapshot.getMetadata(), points);
    }
}
