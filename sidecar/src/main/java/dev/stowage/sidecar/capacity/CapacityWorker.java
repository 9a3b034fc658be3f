package dev.stowage.sidecar.capacity;

import dev.stowage.csi.StatusCodes;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.driver.Driver;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Updates the objects of one key to the capacity that the driver reports.
final class CapacityWorker {
    private static final Logger log = LoggerFactory.getLogger(CapacityWorker.class);

    /// Work on one key or object.
    sealed interface Task {}

    /// Get the capacity from the driver and write it.
    record Refresh(CapacityKey capacityKey) implements Task {}

    /// An object was created or changed: delete it if it is not wanted or not the only one.
    record RemoveSurplus(CapacityKey capacityKey) implements Task {}

    /// Delete an object with an unknown class or segment.
    record Remove(NamespacedName key) implements Task {}

    private final Driver driver;
    private final Duration timeout;
    private final String namespace;
    private final Map<String, String> labels;
    private final DesiredCapacities desired;
    private final Informer<CsiStorageCapacity> objects;
    private final Index<CsiStorageCapacity> byItem;
    private volatile @Nullable CapacityOwner capacityOwner;

    CapacityWorker(
            Driver driver,
            Duration timeout,
            String namespace,
            Map<String, String> labels,
            DesiredCapacities desired,
            Informer<CsiStorageCapacity> objects,
            Index<CsiStorageCapacity> byItem) {
        this.driver = driver;
        this.timeout = timeout;
        this.namespace = namespace;
        this.labels = labels;
        this.desired = desired;
        this.objects = objects;
        this.byItem = byItem;
    }

    void owner(CapacityOwner found) {
        capacityOwner = found;
    }

    ReconcileResult work(Task task) throws InterruptedException {
        try {
            switch (task) {
                case Refresh(CapacityKey capacityKey) -> refresh(capacityKey);
                case RemoveSurplus(CapacityKey capacityKey) -> removeSurplus(capacityKey);
                case Remove(NamespacedName key) -> {
                    CsiStorageCapacity object = objects.find(key).orElse(null);
                    if (object != null) {
                        objects.delete(object);
                    }
                }
            }
            return ReconcileResult.done();
        } catch (StatusRuntimeException e) {
            return ReconcileResult.retry("GetCapacity failed: "
                    + StatusCodes.name(e.getStatus().getCode()) + ": "
                    + e.getStatus().getDescription());
        } catch (ApiFailure e) {
            return ReconcileResult.retry("cannot write the CSIStorageCapacity: " + e.getMessage());
        }
    }

    private void refresh(CapacityKey capacityKey) throws ApiFailure, InterruptedException {
        Optional<StorageClass> storageClass = desired.classOf(capacityKey);
        if (storageClass.isEmpty()) {
            removeSurplus(capacityKey);
            return;
        }
        // The topology is always sent, even when it is the whole cluster, as upstream does.
        AvailableCapacity capacity = AvailableCapacity.of(driver.controller(timeout)
                .getCapacity(GetCapacityRequest.newBuilder()
                        .putAllParameters(storageClass.get().parameters())
                        .setAccessibleTopology(capacityKey.topologySegment().message())
                        .build()));
        CsiStorageCapacity object = first(capacityKey).orElse(null);
        if (object == null) {
            objects.create(namespace, StorageCapacityObject.of(capacityKey, capacity, labels, capacityOwner));
            log.debug("Capacity of {} is {}.", capacityKey, capacity.available());
        } else if (!capacity.matches(object) || !isOwned(object)) {
            objects.patch(object, StorageCapacityObject.change(object, capacity, capacityOwner));
            log.debug("Capacity of {} is {} now.", capacityKey, capacity.available());
        }
    }

    private boolean isOwned(CsiStorageCapacity object) {
        CapacityOwner ours = capacityOwner;
        return ours == null || ours.owns(object);
    }

    private Optional<CsiStorageCapacity> first(CapacityKey capacityKey) {
        return inOrder(capacityKey).stream().findFirst();
    }

    /// All provisioners keep the same one of two.
    private List<CsiStorageCapacity> inOrder(CapacityKey capacityKey) {
        return byItem.get(capacityKey.term()).stream()
                .sorted(Comparator.comparing(object -> object.meta().name()))
                .toList();
    }

    private void removeSurplus(CapacityKey capacityKey) throws ApiFailure, InterruptedException {
        int keep = desired.classOf(capacityKey).isPresent() ? 1 : 0;
        List<CsiStorageCapacity> found = inOrder(capacityKey);
        for (CsiStorageCapacity object : found.subList(Math.min(keep, found.size()), found.size())) {
            log.info("Deleting CSIStorageCapacity {}: {} is not needed.", object.key(), capacityKey);
            objects.delete(object);
        }
    }
}
