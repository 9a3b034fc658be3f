package dev.stowage.csi;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// How long calls took, in the histograms that CSI's dashboards know.
final class CallMetrics implements Consumer<CallRecord> {

    /// What stands for a driver that has not told its name yet.
    static final String UNKNOWN_DRIVER = "unknown-driver";

    private static final double[] SECONDS = {.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600};

    private static final Histograms PLUGIN = new Histograms("csi_plugin_operations_seconds");
    private static final Histograms SIDECAR = new Histograms("csi_sidecar_operations_seconds");

    private final Histogram histogram;
    private final Supplier<String> driverName;

    private CallMetrics(Histogram histogram, Supplier<String> driverName) {
        this.histogram = histogram;
        this.driverName = driverName;
    }

    static CallMetrics ofServer(PrometheusRegistry registry, Supplier<String> driverName) {
        return new CallMetrics(PLUGIN.in(registry), driverName);
    }

    static CallMetrics ofClient(PrometheusRegistry registry, Supplier<String> driverName) {
        return new CallMetrics(SIDECAR.in(registry), driverName);
    }

    @Override
    public void accept(CallRecord call) {
        String driver = driverName.get();
        histogram
                .labelValues(
                        driver.isEmpty() ? UNKNOWN_DRIVER : driver,
                        call.method(),
                        StatusCodes.name(call.status().getCode()))
                .observe(call.took().toNanos() / 1e9);
    }

    /// A registry takes a name once, but a process may talk to several drivers: they share the histogram.
    private static final class Histograms {

        private final String name;
        private final Map<PrometheusRegistry, Histogram> known = new WeakHashMap<>();

        Histograms(String name) {
            this.name = name;
        }

        synchronized Histogram in(PrometheusRegistry registry) {
            return known.computeIfAbsent(
                    registry,
                    fresh -> Histogram.builder()
                            .name(name)
                            .help("Duration of CSI calls by driver, method and gRPC status code.")
                            .labelNames("driver_name", "method_name", "grpc_status_code")
                            .classicOnly()
                            .classicUpperBounds(SECONDS)
                            .register(fresh));
        }
    }
}
