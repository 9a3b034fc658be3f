package dev.stowage.control.binder;

import dev.stowage.kube.controller.ObjectCountMetric;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Predicate;

/// Number of volumes and claims, total and bound, under the metric names of kube-controller-manager. Counted
/// on scrape.
final class VolumeCountMetrics {
    private VolumeCountMetrics() {}

    static void register(Informers informers, PrometheusRegistry registry) {
        Informer<PersistentVolume> volumes = informers.of(Kinds.VOLUMES);
        Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
        Predicate<PersistentVolume> boundVolume = volume -> volume.phase().equals(VolumePhase.BOUND);
        Predicate<PersistentVolumeClaim> boundClaim = claim -> claim.status().isBound();
        new ObjectCountMetric("pv_collector_total_pv_count", "Volumes.", "plugin_name", "volume_mode")
                .register(registry, () -> volumes.all().stream(), each -> List.of(pluginOf(each), each.volumeMode()));
        new ObjectCountMetric("pv_collector_bound_pv_count", "Volumes that are bound.", "storage_class")
                .register(
                        registry,
                        () -> volumes.all().stream().filter(boundVolume),
                        each -> List.of(each.storageClass()));
        new ObjectCountMetric("pv_collector_unbound_pv_count", "Volumes that are not bound.", "storage_class")
                .register(
                        registry,
                        () -> volumes.all().stream().filter(boundVolume.negate()),
                        each -> List.of(each.storageClass()));
        String[] labels = {"namespace", "storage_class", "volume_attributes_class"};
        new ObjectCountMetric("pv_collector_bound_pvc_count", "Claims that are bound.", labels)
                .register(registry, () -> claims.all().stream().filter(boundClaim), VolumeCountMetrics::valuesOf);
        new ObjectCountMetric("pv_collector_unbound_pvc_count", "Claims that are not bound.", labels)
                .register(
                        registry,
                        () -> claims.all().stream().filter(boundClaim.negate()),
                        VolumeCountMetrics::valuesOf);
    }

    private static String pluginOf(PersistentVolume volume) {
        return volume.csi() == null
                ? "N/A"
                : "kubernetes.io/csi:" + volume.csi().driver();
    }

    private static List<String> valuesOf(PersistentVolumeClaim claim) {
        return List.of(
                claim.meta().namespace(), VolumeClaimMatch.classOf(claim), VolumeClaimMatch.attributesClassOf(claim));
    }
}
