package dev.stowage.sidecar.capacity;

import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.IntSupplier;

/// How far the publishing is, counted when somebody asks.
final class CapacityMetrics {

    private CapacityMetrics() {}

    static void register(
            PrometheusRegistry metrics,
            DesiredCapacities desiredCapacities,
            Informer<CsiStorageCapacity> objects,
            Index<CsiStorageCapacity> byItem) {
        gauge(
                metrics,
                "csistoragecapacities_desired_goal",
                "Number of CSIStorageCapacity objects that are supposed to be managed automatically.",
                () -> desiredCapacities.all().size());
        gauge(
                metrics,
                "csistoragecapacities_desired_current",
                "Number of CSIStorageCapacity objects that exist and are supposed to be managed automatically.",
                () -> (int) desiredCapacities.all().stream()
                        .filter(capacityKey -> byItem.has(capacityKey.term()))
                        .count());
        gauge(
                metrics,
                "csistoragecapacities_obsolete",
                "Number of CSIStorageCapacity objects that exist and will be deleted automatically.",
                () -> (int) objects.all().stream()
                        .filter(object -> CapacityKey.of(object)
                                .flatMap(desiredCapacities::classOf)
                                .isEmpty())
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
