package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// How long drivers take to create a volume for a claim and to delete a released one, under the metric names
/// of kube-controller-manager. Thread-safe.
final class VolumeOperationMetrics {
    private static final double[] BUCKETS = {.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600};
    private static final String UNKNOWN = "N/A";

    private record StartedOperation(String driver, String operation, Instant when) {}

    /// Claims have a namespace and volumes have none, so their keys never collide.
    private final Map<NamespacedName, StartedOperation> underWay = new ConcurrentHashMap<>();

    private final InstantSource clock;
    private final Histogram seconds;
    private final Counter errors;

    VolumeOperationMetrics(Informers informers, PrometheusRegistry registry, InstantSource clock) {
        this.clock = clock;
        seconds = Histogram.builder()
                .name("volume_operation_total_seconds")
                .help("Time from the request of a volume operation to its completion.")
                .labelNames("plugin_name", "operation_name")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
        errors = Counter.builder()
                .name("volume_operation_errors_total")
                .help("Failed volume operations.")
                .labelNames("plugin_name", "operation_name")
                .register(registry);
        informers.of(Kinds.CLAIMS).addEventHandler(this::claimChanged);
        informers.of(Kinds.VOLUMES).addEventHandler(this::volumeChanged);
    }

    private void claimChanged(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (now == null) {
            if (before != null) {
                underWay.remove(before.key());
            }
        } else if (now.status().isBound()) {
            end(now.key());
        } else if (now.meta().annotations().containsKey(VolumeAnnotations.STORAGE_PROVISIONER)
                && ClaimDecision.isUnbound(now)) {
            begin(now.key(), now.meta().annotation(VolumeAnnotations.STORAGE_PROVISIONER), "provision");
        }
    }

    private void volumeChanged(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        if (now == null) {
            if (before != null) {
                end(before.key());
            }
        } else if (now.phase().equals(VolumePhase.RELEASED)
                && now.reclaimPolicy().equals("Delete")) {
            begin(now.key(), now.meta().annotation(VolumeAnnotations.PROVISIONED_BY), "delete");
        } else if (!now.phase().equals(VolumePhase.FAILED)) {
            // The request was withdrawn.
            underWay.remove(now.key());
        }
    }

    /// The first time counts.
    private void begin(NamespacedName key, String driver, String operation) {
        underWay.computeIfAbsent(
                key, _ -> new StartedOperation(driver.isEmpty() ? UNKNOWN : driver, operation, clock.instant()));
    }

    private void end(NamespacedName key) {
        StartedOperation startedOperation = underWay.remove(key);
        if (startedOperation != null) {
            seconds.labelValues(startedOperation.driver(), startedOperation.operation())
                    .observe(Duration.between(startedOperation.when(), clock.instant())
                                    .toNanos()
                            / 1e9);
        }
    }

    /// Does nothing when no operation is in progress.
    void failed(NamespacedName key) {
        StartedOperation startedOperation = underWay.get(key);
        if (startedOperation != null) {
            errors.labelValues(startedOperation.driver(), startedOperation.operation())
                    .inc();
        }
    }
}
