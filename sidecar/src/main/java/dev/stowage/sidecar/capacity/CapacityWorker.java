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

/// Brings the objects of one item to what the driver says of it.
final class CapacityWorker {
    private static final Logger log = LoggerFactory.getLogger(CapacityWorker.class);

    /// A look at an item, or at what is left of one.
    sealed interface Task {}

    /// Ask the driver, and write down what it says.
    record Refresh(CapacityKey capacityKey) implements Task {}

    /// An object has appeared or changed: is it wanted, and the only one?
    record RemoveSurplus(CapacityKey capacityKey) implements Task {}

    /// An object that is about nothing we know.
    record Remove(NamespacedName key) implements Task {}

    private final Driver driver;
    private final Duration timeout;
    private final String namespace;
    private final Map<String, String> labels;
    private final DesiredCapacities desiredCapacities;
    private final Informer<CsiStorageCapacity> objects;
    private final Index<CsiStorageCapacity> byItem;
    private volatile @Nullable CapacityOwner capacityOwner;

    CapacityWorker(
            Driver driver,
            CapacityControllerOptions settings,
            Map<String, String> labels,
            DesiredCapacities desiredCapacities,
            Informer<CsiStorageCapacity> objects,
            Index<CsiStorageCapacity> byItem) {
        this.driver = driver;
        this.timeout = settings.timeout();
        this.namespace = settings.namespace();
        this.labels = labels;
        this.desiredCapacities = desiredCapacities;
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
            return ReconcileResult.retry("cannot write the capacity: " + e.getMessage());
        }
    }

    private void refresh(CapacityKey capacityKey) throws ApiFailure, InterruptedException {
        Optional<StorageClass> storageClass = desiredCapacities.classOf(capacityKey);
        if (storageClass.isEmpty()) {
            removeSurplus(capacityKey);
            return;
        }
        // Whether the item has a place of its own or is the whole cluster, the driver hears of it: upstream does so
        // too.
        AvailableCapacity availableCapacity = AvailableCapacity.of(driver.controller(timeout)
                .getCapacity(GetCapacityRequest.newBuilder()
                        .putAllParameters(storageClass.get().parameters())
                        .setAccessibleTopology(capacityKey.topologySegment().message())
                        .build()));
        CsiStorageCapacity object = first(capacityKey).orElse(null);
        if (object == null) {
            objects.create(namespace, StorageCapacityObject.of(capacityKey, availableCapacity, labels, capacityOwner));
            log.debug("Capacity of {} is {}.", capacityKey, availableCapacity.available());
        } else if (!availableCapacity.matches(object) || !isOwned(object)) {
            objects.patch(object, StorageCapacityObject.change(object, availableCapacity, capacityOwner));
            log.debug("Capacity of {} is {} now.", capacityKey, availableCapacity.available());
        }
    }

    private boolean isOwned(CsiStorageCapacity object) {
        CapacityOwner ours = capacityOwner;
        return ours == null || ours.owns(object);
    }

    private Optional<CsiStorageCapacity> first(CapacityKey capacityKey) {
        return inOrder(capacityKey).stream().findFirst();
    }

    /// All of us agree on which of two stays.
    private List<CsiStorageCapacity> inOrder(CapacityKey capacityKey) {
        return byItem.get(capacityKey.term()).stream()
                .sorted(Comparator.comparing(object -> object.meta().name()))
                .toList();
    }

    private void removeSurplus(CapacityKey capacityKey) throws ApiFailure, InterruptedException {
        int keep = desiredCapacities.classOf(capacityKey).isPresent() ? 1 : 0;
        List<CsiStorageCapacity> found = inOrder(capacityKey);
        for (CsiStorageCapacity object : found.subList(Math.min(keep, found.size()), found.size())) {
            log.info("{} is not needed: {}", object.key(), capacityKey);
            objects.delete(object);
        }
    }
}
