package dev.stowage.csi;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The duration of calls, in the histograms that CSI dashboards use.
final class RpcMetrics implements Consumer<RpcRecord> {

    /// The label for a driver whose name is not known yet.
    static final String UNKNOWN_DRIVER = "unknown-driver";

    private static final Histograms PLUGIN = new Histograms("csi_plugin_operations_seconds");
    private static final Histograms SIDECAR = new Histograms("csi_sidecar_operations_seconds");
    private static final Histograms NODE = new Histograms("csi_operations_seconds");

    private final RpcHistogram times;
    private final Supplier<String> driverName;
    private final boolean reportsMigrated;

    /// @param reportsMigrated whether every call is labelled with `migrated`; otherwise only those of which it
    ///     is known
    private RpcMetrics(RpcHistogram times, Supplier<String> driverName, boolean reportsMigrated) {
        this.times = times;
        this.driverName = driverName;
        this.reportsMigrated = reportsMigrated;
    }

    static RpcMetrics ofServer(PrometheusRegistry registry, Supplier<String> driverName) {
        return new RpcMetrics(PLUGIN.in(registry), driverName, false);
    }

    static RpcMetrics ofClient(ClientOptions options) {
        return switch (options.caller()) {
            case SIDECAR -> new RpcMetrics(SIDECAR.in(options.registry()), options.driverName(), false);
            case NODE -> new RpcMetrics(NODE.in(options.registry()), options.driverName(), true);
        };
    }

    @Override
    public void accept(RpcRecord call) {
        String driver = driverName.get();
        times.observe(
                driver.isEmpty() ? UNKNOWN_DRIVER : driver,
                call.method(),
                StatusCodes.name(call.status().getCode()),
                (call.migrated() == null && reportsMigrated) ? Boolean.FALSE : call.migrated(),
                call.took().toNanos() / 1e9);
    }

    /// A name can be registered only once, but a process may call several drivers: they share the histogram.
    private static final class Histograms {

        private final String name;
        private final Map<PrometheusRegistry, RpcHistogram> known = new WeakHashMap<>();

        Histograms(String name) {
            this.name = name;
        }

        synchronized RpcHistogram in(PrometheusRegistry registry) {
            return known.computeIfAbsent(registry, fresh -> RpcHistogram.in(fresh, name));
        }
    }
}
