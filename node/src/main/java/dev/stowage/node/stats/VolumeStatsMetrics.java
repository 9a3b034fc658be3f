package dev.stowage.node.stats;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// The volume metrics of claims, under the names of the kubelet.
final class VolumeStatsMetrics {
    private final PrometheusRegistry registry;
    private final Supplier<Collection<VolumeStatsReader.Reading>> known;

    VolumeStatsMetrics(PrometheusRegistry registry, Supplier<Collection<VolumeStatsReader.Reading>> known) {
        this.registry = registry;
        this.known = known;
    }

    void register() {
        add("capacity_bytes", "Capacity in bytes of the volume", VolumeStats::capacityBytes);
        add("available_bytes", "Number of available bytes in the volume", VolumeStats::availableBytes);
        add("used_bytes", "Number of used bytes in the volume", VolumeStats::usedBytes);
        add("inodes", "Maximum number of inodes in the volume", VolumeStats::inodes);
        add("inodes_free", "Number of free inodes in the volume", VolumeStats::inodesFree);
        add("inodes_used", "Number of used inodes in the volume", VolumeStats::inodesUsed);
        add(
                "health_status_abnormal",
                "Abnormal volume health status. The count is either 1 or 0. 1 indicates the volume is unhealthy, 0 indicates"
                        + " volume is healthy",
                true,
                figure -> figure.abnormal() ? 1 : 0);
    }

    private void add(String name, String help, ToDoubleFunction<VolumeStats> value) {
        add(name, help, false, value);
    }

    private void add(String name, String help, boolean ofHealth, ToDoubleFunction<VolumeStats> value) {
        GaugeWithCallback.builder()
                .name("kubelet_volume_stats_" + name)
                .help(help)
                .labelNames("namespace", "persistentvolumeclaim")
                .callback(tell -> {
                    // Several pods may use the claim; it is the same volume.
                    Set<String> told = new HashSet<>();
                    for (VolumeStatsReader.Reading reading : known.get()) {
                        VolumeStats figure = reading.stats();
                        boolean reported = ofHealth ? reading.condition().isPresent() : reading.reportsUsage();
                        boolean counts = !figure.claim().isEmpty() && reported;
                        if (counts && told.add(figure.namespace() + "/" + figure.claim())) {
                            tell.call(value.applyAsDouble(figure), figure.namespace(), figure.claim());
                        }
                    }
                })
                .register(registry);
    }
}
