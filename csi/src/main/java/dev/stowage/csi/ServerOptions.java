package dev.stowage.csi;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Options of the server of a plugin.
///
/// @param socketGroup the group (name or number) that may connect in addition to the owner; null for none
/// @param maxRequestBytes larger requests are rejected with RESOURCE_EXHAUSTED before they are read
/// @param maxSecretBytes the limit of a map of secrets; CSI allows 4096, but Kubernetes can send more
/// @param drain how long `close` waits for calls that are running
/// @param registry for `csi_plugin_operations_seconds`
/// @param driverName the metrics' label, read at every call because it may not be known at the start
public record ServerOptions(
        @Nullable String socketGroup,
        int maxRequestBytes,
        int maxSecretBytes,
        Duration drain,
        PrometheusRegistry registry,
        Supplier<String> driverName) {

    public ServerOptions {
        if (maxRequestBytes <= 0 || maxSecretBytes < 0) {
            throw new IllegalArgumentException("sizes must be positive");
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain is negative: " + drain);
        }
    }

    public static ServerOptions defaults() {
        return new ServerOptions(
                null,
                4 << 20,
                SpecLimits.MAP,
                Duration.ofSeconds(20),
                new PrometheusRegistry(),
                () -> RpcMetrics.UNKNOWN_DRIVER);
    }

    public ServerOptions withSocketGroup(@Nullable String group) {
        return new ServerOptions(group, maxRequestBytes, maxSecretBytes, drain, registry, driverName);
    }

    public ServerOptions withMaxRequestBytes(int bytes) {
        return new ServerOptions(socketGroup, bytes, maxSecretBytes, drain, registry, driverName);
    }

    public ServerOptions withMaxSecretBytes(int bytes) {
        return new ServerOptions(socketGroup, maxRequestBytes, bytes, drain, registry, driverName);
    }

    public ServerOptions withDrain(Duration time) {
        return new ServerOptions(socketGroup, maxRequestBytes, maxSecretBytes, time, registry, driverName);
    }

    public ServerOptions withMetrics(PrometheusRegistry where, Supplier<String> driver) {
        return new ServerOptions(socketGroup, maxRequestBytes, maxSecretBytes, drain, where, driver);
    }
}
