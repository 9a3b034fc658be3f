package dev.stowage.sidecar.capacity;

import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.IntSupplier;

/// How far the publishing is, counted when somebody asks.
final class CapacityFigures {

    private CapacityFigures() {}

    static void register(
            PrometheusRegistry metrics, Wanted wanted, Informer<CsiStorageCapacity> objects, Index<CsiStorageCapacity> byItem) {
        gauge(
                metrics,
                "csistoragecapacities_desired_goal",
                "Number of CSIStorageCapacity objects that are supposed to be managed automatically.",
                () -> wanted.all().size());
        gauge(
                metrics,
                "csistoragecapacities_desired_current",
                "Number of CSIStorageCapacity objects that exist and are supposed to be managed automatically.",
                () -> (int) wanted.all().stream()
                        .filter(item -> byItem.has(item.term()))
                        .count());
        gauge(
                metrics,
                "csistoragecapacities_obsolete",
                "Number of CSIStorageCapacity objects that exist and will be deleted automatically.",
                () -> (int) objects.all().stream()
                        .filter(object ->
                                Item.of(object).flatMap(wanted::classOf).isEmpty())
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
