package dev.stowage.node.volumemanager;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import dev.stowage.node.volumemanager.reconciler.VolumeAction;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The metrics of the volume manager, under the names and with the labels of the kubelet. Thread-safe.
final class VolumeManagerMetrics {
    private static final double[] BUCKETS = {.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600};
    private static final double NANOS = 1e9;

    private static final Map<String, String> BUILT_IN = Map.of(
            "emptyDir", "kubernetes.io/empty-dir",
            "hostPath", "kubernetes.io/host-path",
            "local", "kubernetes.io/local-volume",
            "nfs", "kubernetes.io/nfs",
            "image", "kubernetes.io/image",
            "configMap", "kubernetes.io/configmap",
            "secret", "kubernetes.io/secret",
            "downwardAPI", "kubernetes.io/downward-api",
            "projected", "kubernetes.io/projected");

    private record Count(String plugin, String state) {}

    private final StateOfWorld stateOfWorld;
    private final Histogram operations;

    /// The kubelet stages and publishes in one operation: the time that staging took is added to that of
    /// publishing.
    private final Map<VolumeKey, Duration> staging = new ConcurrentHashMap<>();

    VolumeManagerMetrics(PrometheusRegistry registry, StateOfWorld stateOfWorld) {
        this.stateOfWorld = stateOfWorld;
        this.operations = Histogram.builder()
                .name("storage_operation_duration_seconds")
                .help("Storage operation duration")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .labelNames("volume_plugin", "operation_name", "status", "migrated")
                .register(registry);
        GaugeWithCallback.builder()
                .name("volume_manager_total_volumes")
                .help("Number of volumes in Volume Manager")
                .labelNames("plugin_name", "state")
                .callback(tell -> volumes().forEach((key, count) -> tell.call(count, key.plugin(), key.state())))
                .register(registry);
    }

    /// An action that waited is no operation.
    void observe(VolumeKey volume, VolumeAction action, boolean succeeded, Duration took) {
        switch (action) {
            case VolumeAction.Stage(DesiredVolume desired) -> {
                if (succeeded) {
                    staging.merge(volume, took, Duration::plus);
                } else {
                    observe(volume, mount(desired.block()), false, migrated(desired), took);
                }
            }
            case VolumeAction.Publish(DesiredVolume desired, boolean _) -> {
                Duration before = Optional.ofNullable(staging.remove(volume)).orElse(Duration.ZERO);
                observe(volume, mount(desired.block()), succeeded, migrated(desired), before.plus(took));
            }
            case VolumeAction.Unpublish(var published) ->
                observe(
                        volume,
                        published.podVolumeKey().block() ? "unmap_volume" : "volume_unmount",
                        succeeded,
                        false,
                        took);
            case VolumeAction.Unstage(var staged) -> {
                staging.remove(volume);
                observe(volume, staged.block() ? "unmap_device" : "unmount_device", succeeded, false, took);
            }
            case VolumeAction.Expand(DesiredVolume desired) ->
                observe(volume, "volume_fs_resize", succeeded, migrated(desired), took);
            case VolumeAction.Reject _, VolumeAction.AwaitAttach _, VolumeAction.AwaitDriver _ -> {}
        }
    }

    private static String mount(boolean block) {
        return block ? "map_volume" : "volume_mount";
    }

    private static boolean migrated(DesiredVolume desired) {
        return desired.volumeSource() instanceof VolumeSource.Persistent from
                && !from.volume()
                        .meta()
                        .annotation(VolumeAnnotations.MIGRATED_TO)
                        .isEmpty();
    }

    private void observe(VolumeKey volume, String operation, boolean succeeded, boolean migrated, Duration took) {
        operations
                .labelValues(
                        plugin(volume), operation, succeeded ? "success" : "fail-unknown", String.valueOf(migrated))
                .observe(took.toNanos() / NANOS);
    }

    private static String plugin(VolumeKey volume) {
        return "kubernetes.io/csi:" + volume.driver();
    }

    private Map<Count, Integer> volumes() {
        Map<Count, Integer> counts =
                new TreeMap<>((a, b) -> (a.plugin() + a.state()).compareTo(b.plugin() + b.state()));
        for (VolumeKey volume : stateOfWorld.volumes()) {
            int desired = stateOfWorld.desired(volume).size();
            long actual = stateOfWorld.actual(volume).publications().values().stream()
                    .filter(published -> published.state() == MountState.PRESENT)
                    .count();
            add(counts, plugin(volume), desired, (int) actual);
        }
        for (String uid : stateOfWorld.pods()) {
            for (BuiltInVolume volume : stateOfWorld.desiredOf(uid).builtIn()) {
                boolean actual = stateOfWorld.hasLocal(uid, volume.name());
                add(counts, builtIn(volume), 1, actual ? 1 : 0);
            }
        }
        return counts;
    }

    private static void add(Map<Count, Integer> counts, String plugin, int desired, int actual) {
        if (desired > 0) {
            counts.merge(new Count(plugin, "desired_state_of_world"), desired, Integer::sum);
        }
        if (actual > 0) {
            counts.merge(new Count(plugin, "actual_state_of_world"), actual, Integer::sum);
        }
    }

    static String builtIn(BuiltInVolume volume) {
        return BUILT_IN.entrySet().stream()
                .filter(type -> volume.source().has(type.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("N/A");
    }
}
