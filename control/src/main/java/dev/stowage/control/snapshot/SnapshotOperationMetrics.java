package dev.stowage.control.snapshot;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Time from the request of an operation to its completion, under the metric names of snapshot-controller.
/// Thread-safe.
final class SnapshotOperationMetrics {

    /// The requested operation.
    enum Operation {
        CREATE("CreateSnapshot"),
        CREATE_AND_READY("CreateSnapshotAndReady"),
        DELETE("DeleteSnapshot"),
        CREATE_GROUP("CreateGroupSnapshot"),
        CREATE_GROUP_AND_READY("CreateGroupSnapshotAndReady"),
        DELETE_GROUP("DeleteGroupSnapshot");

        private final String text;

        Operation(String text) {
            this.text = text;
        }
    }

    private static final double[] BUCKETS = {0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 600};
    private static final String UNKNOWN = "unknown";

    private record OperationKey(Operation operation, String uid) {}

    private record StartedOperation(Instant time, String driver, boolean broughtAlong) {}

    private final Map<OperationKey, StartedOperation> underWay = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final Histogram seconds;

    SnapshotOperationMetrics(PrometheusRegistry registry, InstantSource clock) {
        this.clock = clock;
        seconds = Histogram.builder()
                .name("snapshot_controller_operation_total_seconds")
                .help("Time from the request of a snapshot operation to its completion.")
                .labelNames("driver_name", "operation_name", "snapshot_type", "operation_status")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
        GaugeWithCallback.builder()
                .name("snapshot_controller_operations_in_flight")
                .help("Snapshot operations in progress.")
                .callback(gauge -> gauge.call(underWay.size()))
                .register(registry);
    }

    /// The first time counts.
    ///
    /// @param driver empty when it is not known yet
    void begin(Operation operation, String uid, String driver, boolean broughtAlong) {
        underWay.computeIfAbsent(
                new OperationKey(operation, uid),
                _ -> new StartedOperation(clock.instant(), driver.isEmpty() ? UNKNOWN : driver, broughtAlong));
    }

    /// Does nothing when the operation was not started.
    void end(Operation operation, String uid, String driver) {
        StartedOperation startedOperation = underWay.remove(new OperationKey(operation, uid));
        if (startedOperation != null) {
            observe(operation, driver.isEmpty() ? startedOperation.driver() : driver, startedOperation, "success");
        }
    }

    /// The operation is no longer requested.
    void cancel(Operation operation, String uid) {
        StartedOperation startedOperation = underWay.remove(new OperationKey(operation, uid));
        if (startedOperation != null) {
            observe(operation, startedOperation.driver(), startedOperation, "cancel");
        }
    }

    private void observe(Operation operation, String driver, StartedOperation startedOperation, String status) {
        seconds.labelValues(
                        driver, operation.text, startedOperation.broughtAlong() ? "pre-provisioned" : "dynamic", status)
                .observe(Duration.between(startedOperation.time(), clock.instant())
                                .toNanos()
                        / 1e9);
    }
}
