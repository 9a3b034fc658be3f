package dev.stowage.control.bind;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// How long drivers take to make a volume for a claim and to delete one that was released, under the names that
/// dashboards know. Thread-safe.
final class Operations {
    private static final double[] BUCKETS = {.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600};
    private static final String UNKNOWN = "N/A";

    private record Begun(String driver, String operation, Instant when) {}

    /// Claims have a namespace and volumes have none, so that their keys never meet.
    private final Map<NamespacedName, Begun> underWay = new ConcurrentHashMap<>();

    private final InstantSource clock;
    private final Histogram seconds;
    private final Counter errors;

    Operations(Informers informers, PrometheusRegistry registry, InstantSource clock) {
        this.clock = clock;
        seconds = Histogram.builder()
                .name("volume_operation_total_seconds")
                .help("Time from a wish about a volume to its fulfilment.")
                .labelNames("plugin_name", "operation_name")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
        errors = Counter.builder()
                .name("volume_operation_errors_total")
                .help("Failures on the way to the fulfilment of a wish about a volume.")
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
        } else if (now.meta().annotations().containsKey(Names.PROVISIONER) && ClaimDecision.isUnbound(now)) {
            begin(now.key(), now.meta().annotation(Names.PROVISIONER), "provision");
        }
    }

    private void volumeChanged(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        if (now == null) {
            if (before != null) {
                end(before.key());
            }
        } else if (now.phase().equals(VolumePhase.RELEASED)
                && now.reclaimPolicy().equals("Delete")) {
            begin(now.key(), now.meta().annotation(Names.PROVISIONED_BY), "delete");
        } else if (!now.phase().equals(VolumePhase.FAILED)) {
            // Somebody has taken it back.
            underWay.remove(now.key());
        }
    }

    /// The first time counts.
    private void begin(NamespacedName key, String driver, String operation) {
        underWay.computeIfAbsent(key, _ -> new Begun(driver.isEmpty() ? UNKNOWN : driver, operation, clock.instant()));
    }

    private void end(NamespacedName key) {
        Begun begun = underWay.remove(key);
        if (begun != null) {
            seconds.labelValues(begun.driver(), begun.operation())
                    .observe(Duration.between(begun.when(), clock.instant()).toNanos() / 1e9);
        }
    }

    /// Nothing is counted when nothing is under way.
    void failed(NamespacedName key) {
        Begun begun = underWay.get(key);
        if (begun != null) {
            errors.labelValues(begun.driver(), begun.operation()).inc();
        }
    }
}
