package dev.stowage.sidecar.capacity;

import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.IntSupplier;

/// The number of objects that exist and should exist, counted on each scrape.
final class CapacityMetrics {

    private CapacityMetrics() {}

    static void register(
            PrometheusRegistry metrics,
            DesiredCapacities desired,
            Informer<CsiStorageCapacity> objects,
            Index<CsiStorageCapacity> byItem) {
        gauge(
                metrics,
                "csistoragecapacities_desired_goal",
                "Number of CSIStorageCapacity objects that are supposed to be managed automatically.",
                () -> desired.all().size());
        gauge(
                metrics,
                "csistoragecapacities_desired_current",
                "Number of CSIStorageCapacity objects that exist and are supposed to be managed automatically.",
                () -> (int) desired.all().stream()
                        .filter(key -> byItem.has(key.term()))
                        .count());
        gauge(
                metrics,
                "csistoragecapacities_obsolete",
                "Number of CSIStorageCapacity objects that exist and will be deleted automatically.",
                () -> (int) objects.all().stream()
                        .filter(object ->
                                CapacityKey.of(object).flatMap(desired::classOf).isEmpty())
                        .count());
    }

    private static void gauge(PrometheusRegistry metrics, String name, String help, IntSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsInt()))
                .register(metrics);
    }
}
