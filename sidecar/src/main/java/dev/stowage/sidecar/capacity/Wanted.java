package dev.stowage.sidecar.capacity;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.topology.Segment;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The items that shall be published: every class of the driver in every segment of the driver. Thread-safe.
final class Wanted {
    private final String driver;
    private final boolean forImmediateBinding;
    private final Informer<StorageClass> classes;
    private final Set<Segment> segments = ConcurrentHashMap.newKeySet();

    Wanted(String driver, boolean forImmediateBinding, Informer<StorageClass> classes) {
        this.driver = driver;
        this.forImmediateBinding = forImmediateBinding;
        this.classes = classes;
    }

    void add(Collection<Segment> more) {
        segments.addAll(more);
    }

    void remove(Collection<Segment> gone) {
        segments.removeAll(gone);
    }

    boolean isOurs(StorageClass storageClass) {
        return storageClass.provisioner().equals(driver) && (forImmediateBinding || storageClass.waitsForConsumer());
    }

    /// The class of a wanted item; nothing when the item is not wanted.
    Optional<StorageClass> classOf(Item item) {
        return segments.contains(item.segment())
                ? classes.find(item.storageClass()).filter(this::isOurs)
                : Optional.empty();
    }

    List<Item> inSegments(Collection<Segment> some) {
        return classes.all().stream()
                .filter(this::isOurs)
                .flatMap(storageClass -> some.stream()
                        .map(segment -> new Item(segment, storageClass.meta().name())))
                .toList();
    }

    List<Item> ofClass(String storageClass) {
        return segments.stream().map(segment -> new Item(segment, storageClass)).toList();
    }

    List<Item> all() {
        return inSegments(segments);
    }
}
