package dev.stowage.sidecar.capacity;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.capacity.CapacityWorker.Refresh;
import dev.stowage.sidecar.capacity.CapacityWorker.Remove;
import dev.stowage.sidecar.capacity.CapacityWorker.RemoveSurplus;
import dev.stowage.sidecar.capacity.CapacityWorker.Task;
import dev.stowage.sidecar.provisioner.extension.ProvisioningListener;
import dev.stowage.sidecar.topology.TopologyInformer;
import dev.stowage.sidecar.topology.TopologySegment;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Publishes what the driver has left: one object for each class in each segment. Everything that may change the
/// figures
/// only names the items to look at; a look asks the driver.
public final class CapacityController implements ProvisioningListener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CapacityController.class);

    private final RoleContext roleContext;
    private final CapacityControllerOptions settings;
    private final KubeClient api;
    private final Informer<StorageClass> classes;
    private final Informer<CsiStorageCapacity> objects;
    private final DesiredCapacities desiredCapacities;
    private final CapacityWorker worker;
    private final WorkQueue<Task> queue;
    private volatile @Nullable Thread beginning;

    public CapacityController(
            RoleContext roleContext, CapacityControllerOptions settings, TopologyInformer topologyInformer) {
        String driver = roleContext.driver().name();
        String managedBy = ManagedByLabel.label(settings.node());
        this.roleContext = roleContext;
        this.settings = settings;
        this.api = roleContext.api().withLimit(RequestLimiter.perSecond(settings.rate(), settings.burst()));
        this.classes = roleContext.informers().of(Kinds.STORAGE_CLASSES);
        this.objects = roleContext
                .informers()
                .separate(
                        api,
                        Kinds.STORAGE_CAPACITIES,
                        settings.namespace(),
                        StorageCapacityObject.selector(driver, managedBy));
        this.desiredCapacities = new DesiredCapacities(driver, settings.forImmediateBinding(), classes);
        Index<CsiStorageCapacity> byItem = objects.index(
                object -> CapacityKey.of(object).map(CapacityKey::term).stream().toList());
        this.worker = new CapacityWorker(
                roleContext.driver(),
                settings,
                Map.of(StorageCapacityObject.DRIVER, driver, StorageCapacityObject.MANAGED_BY, managedBy),
                desiredCapacities,
                objects,
                byItem);
        this.queue = new WorkQueue<>(
                "csistoragecapacity",
                settings.threads(),
                settings.pauses(),
                worker::work,
                roleContext.timer(),
                roleContext.queues());
        CapacityMetrics.register(roleContext.metrics(), desiredCapacities, objects, byItem);
        topologyInformer.listen(this::topologyChanged);
        classes.addEventHandler(this::classChanged);
        objects.addEventHandler(this::objectChanged);
    }

    /// Begins by itself, once it is known what is wanted and what is there; nothing is deleted before. Volumes
    /// are made
    /// meanwhile: a cluster that lets us publish nothing still needs them.
    public void start() {
        beginning = Thread.ofVirtual().name("capacity").start(() -> {
            try {
                begin();
            } catch (InterruptedException e) {
                log.debug("The publishing of capacity ends before it has begun.");
            }
        });
    }

    private void begin() throws InterruptedException {
        classes.awaitSynced();
        objects.awaitSynced();
        if (settings.ownerLevel() >= 0) {
            try {
                worker.owner(CapacityOwner.above(api, settings.namespace(), settings.pod(), settings.ownerLevel()));
            } catch (ApiFailure e) {
                roleContext.fatal().accept("cannot find the owner of the capacities: " + e.getMessage());
                return;
            }
        }
        // In this order, so that what waits already is looked at once and not twice.
        poll();
        queue.start();
    }

    private void poll() {
        refresh(desiredCapacities.all());
        var _ = roleContext.timer().schedule(this::poll, settings.poll().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void refresh(Collection<CapacityKey> items) {
        items.forEach(capacityKey -> queue.add(new Refresh(capacityKey)));
    }

    private void topologyChanged(TopologyInformer.Change change) {
        desiredCapacities.add(change.added());
        desiredCapacities.remove(change.removed());
        refresh(desiredCapacities.inSegments(change.added()));
        refresh(desiredCapacities.inSegments(change.removed()));
    }

    private void classChanged(@Nullable StorageClass before, @Nullable StorageClass now) {
        StorageClass any = now == null ? before : now;
        boolean concerned =
                (before != null && desiredCapacities.isOurs(before)) || (now != null && desiredCapacities.isOurs(now));
        if (any != null && concerned) {
            refresh(desiredCapacities.ofClass(any.meta().name()));
        }
    }

    private void objectChanged(@Nullable CsiStorageCapacity before, @Nullable CsiStorageCapacity now) {
        if (now != null) {
            queue.add(CapacityKey.of(now).<Task>map(RemoveSurplus::new).orElseGet(() -> new Remove(now.key())));
        } else if (before != null) {
            CapacityKey.of(before)
                    .filter(capacityKey ->
                            desiredCapacities.classOf(capacityKey).isPresent())
                    .ifPresent(capacityKey -> queue.add(new Refresh(capacityKey)));
        }
    }

    @Override
    public void provisioned(String storageClass, List<NodeSelectorTerm> affinity) {
        if (affinity.isEmpty()) {
            failed(storageClass);
        } else {
            deleted(affinity);
        }
    }

    /// Which of its places was short is not known.
    @Override
    public void failed(String storageClass) {
        classes.find(storageClass)
                .filter(desiredCapacities::isOurs)
                .ifPresent(_ -> refresh(desiredCapacities.ofClass(storageClass)));
    }

    @Override
    public void deleted(List<NodeSelectorTerm> affinity) {
        List<TopologySegment> segments = affinity.stream()
                .flatMap(term -> TopologySegment.of(term).stream())
                .toList();
        refresh(desiredCapacities.inSegments(segments).stream()
                .filter(capacityKey -> desiredCapacities.classOf(capacityKey).isPresent())
                .toList());
    }

    @Override
    public void close() {
        Thread begun = beginning;
        if (begun != null) {
            begun.interrupt();
        }
        queue.close();
    }
}
