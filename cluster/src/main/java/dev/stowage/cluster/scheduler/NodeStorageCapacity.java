package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.HashMap;
import java.util.Map;

/// Space for new volumes that are accessible from one node: what capacity objects report, less reservations
/// and what the previous claims have taken. All claims of a pod have to fit together, not each for itself.
final class NodeStorageCapacity {

    /// Whether there is space.
    sealed interface Availability {}

    record Full() implements Availability {}

    record Pool(NamespacedName key) implements Availability {}

    /// The driver does not report it, or it no longer matters.
    record Unknown() implements Availability {}

    private final StorageState storageState;
    private final ObjectMeta node;
    private final Map<NamespacedName, Long> taken = new HashMap<>();

    NodeStorageCapacity(StorageState storageState, ObjectMeta node) {
        this.storageState = storageState;
        this.node = node;
    }

    Availability take(PersistentVolumeClaim claim, StorageClass storageClass) {
        CsiDriver driver = storageState.drivers().get(storageClass.provisioner());
        if (driver == null || !driver.tracksCapacity()) {
            return new Unknown();
        }
        if (storageState.volumeReservations().nodes().containsKey(claim.key())) {
            // In progress: its space is already counted as used, and may be missing from what the driver
            // reports.
            return new Unknown();
        }
        long size = claim.request().value();
        for (CsiStorageCapacity pool : storageState.capacities()) {
            long spent = storageState.volumeReservations().spent().getOrDefault(pool.key(), 0L)
                    + taken.getOrDefault(pool.key(), 0L);
            if (reaches(pool, storageClass.meta().name(), node) && holds(pool, size, spent)) {
                taken.merge(pool.key(), size, Long::sum);
                return new Pool(pool.key());
            }
        }
        return new Full();
    }

    static boolean reaches(CsiStorageCapacity pool, String storageClass, ObjectMeta node) {
        return pool.storageClass().equals(storageClass)
                && pool.topology() != null
                && pool.topology().matches(node.labels());
    }

    static boolean holds(CsiStorageCapacity pool, long size, long spent) {
        Quantity largest = pool.largest() != null ? pool.largest() : pool.capacity();
        return largest != null
                && largest.value() >= size
                && (pool.capacity() == null || pool.capacity().value() - spent >= size);
    }
}
