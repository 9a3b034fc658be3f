package dev.stowage.sidecar.capacity;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.topology.TopologySegment;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The keys to publish: every class of the driver in every segment of the driver. Thread-safe.
final class DesiredCapacities {
    private final String driver;
    private final boolean forImmediateBinding;
    private final Informer<StorageClass> classes;
    private final Set<TopologySegment> segments = ConcurrentHashMap.newKeySet();

    DesiredCapacities(String driver, boolean forImmediateBinding, Informer<StorageClass> classes) {
        this.driver = driver;
        this.forImmediateBinding = forImmediateBinding;
        this.classes = classes;
    }

    void add(Collection<TopologySegment> more) {
        segments.addAll(more);
    }

    void remove(Collection<TopologySegment> gone) {
        segments.removeAll(gone);
    }

    boolean isOurs(StorageClass storageClass) {
        return storageClass.provisioner().equals(driver) && (forImmediateBinding || storageClass.waitsForConsumer());
    }

    /// The class of a key; empty when the key is not to be published.
    Optional<StorageClass> classOf(CapacityKey key) {
        return segments.contains(key.topologySegment())
                ? classes.find(key.storageClass()).filter(this::isOurs)
                : Optional.empty();
    }

    List<CapacityKey> inSegments(Collection<TopologySegment> some) {
        return classes.all().stream()
                .filter(this::isOurs)
                .flatMap(storageClass -> some.stream()
                        .map(topologySegment -> new CapacityKey(
                                topologySegment, storageClass.meta().name())))
                .toList();
    }

    List<CapacityKey> ofClass(String storageClass) {
        return segments.stream()
                .map(topologySegment -> new CapacityKey(topologySegment, storageClass))
                .toList();
    }

    List<CapacityKey> all() {
        return inSegments(segments);
    }
}
