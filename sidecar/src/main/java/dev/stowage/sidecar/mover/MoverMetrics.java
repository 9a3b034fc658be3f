package dev.stowage.sidecar.mover;

import dev.stowage.kube.informer.Informer;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;

/// How many volumes came to this node, how many bytes that took, and how long their pods were stopped.
final class MoverMetrics {
    private static final double[] SECONDS = {0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600};

    private final Counter moves;
    private final Counter bytes;
    private final Histogram pause;

    MoverMetrics(PrometheusRegistry registry) {
        moves = Counter.builder()
                .name("stowage_mover_moves_total")
                .help("Moves to this node that have ended.")
                .labelNames("phase")
                .register(registry);
        bytes = Counter.builder()
                .name("stowage_mover_received_bytes_total")
                .help("Bytes that were received for moves to this node.")
                .register(registry);
        pause = Histogram.builder()
                .name("stowage_mover_pause_seconds")
                .help("Time in which no pod could use a volume that moved to this node.")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .register(registry);
    }

    /// Counted on each scrape.
    static void registerActive(PrometheusRegistry registry, Informer<VolumeMove> all, String node) {
        GaugeWithCallback.builder()
                .name("stowage_mover_active_moves")
                .help("Moves to this node that have not ended.")
                .callback(callback -> callback.call((double) all.all().stream()
                        .filter(move -> move.spec().targetNode().equals(node))
                        .filter(move -> !move.status().phase().isEnded())
                        .count()))
                .register(registry);
    }

    /// Counted on each scrape.
    static void registerStandbyAges(
            PrometheusRegistry registry, Informer<VolumeStandby> all, String node, InstantSource clock) {
        GaugeWithCallback.builder()
                .name("stowage_mover_standby_age_seconds")
                .help("Time since the writes that the copy on this node has, by claim.")
                .labelNames("namespace", "claim")
                .callback(callback -> all.all().stream()
                        .filter(standby -> standby.spec().targetNode().equals(node))
                        .filter(standby -> standby.status().phase() == StandbyPhase.READY)
                        .forEach(standby -> standby.status()
                                .snapshots()
                                .base()
                                .flatMap(StandbySnapshot::takenAt)
                                .ifPresent(at -> callback.call(
                                        Duration.between(at, clock.instant()).toMillis()
                                                / (double) Duration.ofSeconds(1).toMillis(),
                                        standby.meta().namespace(),
                                        standby.spec().claimName()))))
                .register(registry);
    }

    void ended(MoveStatus status) {
        moves.labelValues(status.phase().toString()).inc();
        if (status.phase() == MovePhase.SUCCEEDED) {
            pause.observe(status.pause().total().toMillis()
                    / (double) Duration.ofSeconds(1).toMillis());
        }
    }

    void received(long count) {
        bytes.inc(count);
    }
}
