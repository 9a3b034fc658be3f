package dev.stowage.control.schedule;

import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.CsiDriver;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.Quantity;
import dev.stowage.kube.object.StorageCapacity;
import dev.stowage.kube.object.StorageClass;
import java.util.HashMap;
import java.util.Map;

/// Room for new volumes near one node: what capacity objects say, less what was promised and what the claims before
/// have taken. All claims of a pod have to fit together, not each for itself.
final class Room {

    /// Whether there is room.
    sealed interface Answer {}

    record Full() implements Answer {}

    record Pool(Key key) implements Answer {}

    /// The driver does not say, or it no longer matters.
    record Unknown() implements Answer {}

    private final Storage storage;
    private final Meta node;
    private final Map<Key, Long> taken = new HashMap<>();

    Room(Storage storage, Meta node) {
        this.storage = storage;
        this.node = node;
    }

    Answer take(Claim claim, StorageClass storageClass) {
        CsiDriver driver = storage.drivers().get(storageClass.provisioner());
        if (driver == null || !driver.tracksCapacity()) {
            return new Unknown();
        }
        if (storage.promised().nodes().containsKey(claim.key())) {
            // Under way: its room is spent already, and may be gone from what the driver tells.
            return new Unknown();
        }
        long size = claim.request().value();
        for (StorageCapacity pool : storage.capacities()) {
            long spent = storage.promised().spent().getOrDefault(pool.key(), 0L) + taken.getOrDefault(pool.key(), 0L);
            if (reaches(pool, storageClass.meta().name(), node) && holds(pool, size, spent)) {
                taken.merge(pool.key(), size, Long::sum);
                return new Pool(pool.key());
            }
        }
        return new Full();
    }

    static boolean reaches(StorageCapacity pool, String storageClass, Meta node) {
        return pool.storageClass().equals(storageClass)
                && pool.topology() != null
                && pool.topology().matches(node.labels());
    }

    static boolean holds(StorageCapacity pool, long size, long spent) {
        Quantity largest = pool.largest() != null ? pool.largest() : pool.capacity();
        return largest != null
                && largest.value() >= size
                && (pool.capacity() == null || pool.capacity().value() - spent >= size);
    }
}
