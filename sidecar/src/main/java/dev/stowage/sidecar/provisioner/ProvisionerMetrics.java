package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.TimeUnit;

/// How many volumes were created and deleted, and how long it took, under upstream's metric names.
final class ProvisionerMetrics {
    private static final double[] BUCKETS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
    private static final String PROVISION = "controller_persistentvolumeclaim_provision_";
    private static final String DELETE = "controller_persistentvolume_delete_";
    private static final String[] OF_CLAIM = {"class", "source"};
    private static final String[] OF_VOLUME = {"class"};

    private final Counter provisioned;
    private final Counter provisionFailed;
    private final Histogram provisionTook;
    private final Counter deleted;
    private final Counter deleteFailed;
    private final Histogram deleteTook;

    ProvisionerMetrics(PrometheusRegistry registry) {
        provisioned = counter(registry, PROVISION + "total", "Volumes created.", OF_CLAIM);
        provisionFailed =
                counter(registry, PROVISION + "failed_total", "Failed attempts to create a volume.", OF_CLAIM);
        provisionTook = histogram(registry, PROVISION + "duration_seconds", "Time to create a volume.", OF_CLAIM);
        deleted = counter(registry, DELETE + "total", "Volumes deleted.", OF_VOLUME);
        deleteFailed = counter(registry, DELETE + "failed_total", "Failed attempts to delete a volume.", OF_VOLUME);
        deleteTook = histogram(registry, DELETE + "duration_seconds", "Time to delete a volume.", OF_VOLUME);
    }

    /// @param begun of the system's nanosecond clock
    void provisioned(PersistentVolumeClaim claim, long begun) {
        provisionTook.labelValues(storageClass(claim), source(claim)).observe(seconds(begun));
        provisioned.labelValues(storageClass(claim), source(claim)).inc();
    }

    void provisionFailed(PersistentVolumeClaim claim) {
        provisionFailed.labelValues(storageClass(claim), source(claim)).inc();
    }

    void deleted(PersistentVolume volume, long begun) {
        deleteTook.labelValues(volume.storageClass()).observe(seconds(begun));
        deleted.labelValues(volume.storageClass()).inc();
    }

    void deleteFailed(PersistentVolume volume) {
        deleteFailed.labelValues(volume.storageClass()).inc();
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static String storageClass(PersistentVolumeClaim claim) {
        return claim.storageClass() == null ? "" : claim.storageClass();
    }

    private static String source(PersistentVolumeClaim claim) {
        return claim.dataSource() == null ? "" : claim.dataSource().kind();
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    private static Histogram histogram(PrometheusRegistry registry, String name, String help, String... labels) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
    }
}
