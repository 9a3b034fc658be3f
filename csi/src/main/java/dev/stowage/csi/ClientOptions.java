package dev.stowage.csi;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/// Options of a client of a plugin.
///
/// @param deadline for calls that do not set one
/// @param maxReconnectDelay the longest delay between two attempts to connect
/// @param waitForReady whether calls wait for the connection, up to their deadline, or fail while there is none
/// @param maxResponseBytes larger responses fail with RESOURCE_EXHAUSTED
/// @param onConnectionLost called on a separate thread when an established connection is lost
/// @param registry for the metrics of the calls
/// @param caller decides the name of the histogram
/// @param driverName the metrics' label, read at every call because only a call reveals the name
public record ClientOptions(
        Duration deadline,
        Duration maxReconnectDelay,
        boolean waitForReady,
        int maxResponseBytes,
        Runnable onConnectionLost,
        PrometheusRegistry registry,
        Supplier<String> driverName,
        Caller caller) {

    /// The component that calls, which decides the name of the histogram.
    public enum Caller {
        /// `csi_sidecar_operations_seconds`.
        SIDECAR,
        /// `csi_operations_seconds`, as in the kubelet.
        NODE
    }

    public ClientOptions {
        if (!deadline.isPositive() || !maxReconnectDelay.isPositive() || maxResponseBytes <= 0) {
            throw new IllegalArgumentException("times and sizes must be positive");
        }
    }

    public static ClientOptions defaults() {
        return new ClientOptions(
                Duration.ofSeconds(15),
                Duration.ofSeconds(1),
                false,
                64 << 20,
                () -> {},
                new PrometheusRegistry(),
                () -> RpcMetrics.UNKNOWN_DRIVER,
                Caller.SIDECAR);
    }

    public ClientOptions withDeadline(Duration time) {
        return new ClientOptions(
                time,
                maxReconnectDelay,
                waitForReady,
                maxResponseBytes,
                onConnectionLost,
                registry,
                driverName,
                caller);
    }

    public ClientOptions withMaxReconnectDelay(Duration time) {
        return new ClientOptions(
                deadline, time, waitForReady, maxResponseBytes, onConnectionLost, registry, driverName, caller);
    }

    public ClientOptions withWaitForReady(boolean wait) {
        return new ClientOptions(
                deadline, maxReconnectDelay, wait, maxResponseBytes, onConnectionLost, registry, driverName, caller);
    }

    public ClientOptions withMaxResponseBytes(int bytes) {
        return new ClientOptions(
                deadline, maxReconnectDelay, waitForReady, bytes, onConnectionLost, registry, driverName, caller);
    }

    public ClientOptions withOnConnectionLost(Runnable action) {
        return new ClientOptions(
                deadline, maxReconnectDelay, waitForReady, maxResponseBytes, action, registry, driverName, caller);
    }

    public ClientOptions withMetrics(PrometheusRegistry where, Supplier<String> driver) {
        return new ClientOptions(
                deadline, maxReconnectDelay, waitForReady, maxResponseBytes, onConnectionLost, where, driver, caller);
    }

    public ClientOptions withCaller(Caller who) {
        return new ClientOptions(
                deadline,
                maxReconnectDelay,
                waitForReady,
                maxResponseBytes,
                onConnectionLost,
                registry,
                driverName,
                who);
    }
}
