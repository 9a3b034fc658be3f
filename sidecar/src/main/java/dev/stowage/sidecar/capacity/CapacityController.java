package dev.stowage.sidecar.capacity;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.capacity.CapacityWorker.Refresh;
import dev.stowage.sidecar.capacity.CapacityWorker.Remove;
import dev.stowage.sidecar.capacity.CapacityWorker.RemoveSurplus;
import dev.stowage.sidecar.capacity.CapacityWorker.Task;
import dev.stowage.sidecar.provisioner.extension.ProvisioningListener;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.CapacityOptions;
import dev.stowage.sidecar.topology.TopologyInformer;
import dev.stowage.sidecar.topology.TopologySegment;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Publishes the available capacity: one CSIStorageCapacity for each class in each segment. Events only
/// enqueue keys; the worker calls the driver.
public final class CapacityController implements ProvisioningListener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CapacityController.class);

    private final RoleContext context;
    private final CapacityOptions options;
    private final KubeClient api;
    private final Informer<StorageClass> classes;
    private final Informer<CsiStorageCapacity> objects;
    private final DesiredCapacities desired;
    private final CapacityWorker worker;
    private final WorkQueue<Task> queue;
    private volatile @Nullable Thread beginning;

    /// @param node the only node that is served; empty for the whole cluster
    /// @param timeout of a call to the driver
    public CapacityController(
            RoleContext context,
            CapacityOptions options,
            String node,
            Duration timeout,
            ExponentialBackoff backoff,
            TopologyInformer topology) {
        String driver = context.driver().name();
        String managedBy = ManagedByLabel.label(node);
        this.context = context;
        this.options = options;
        this.api = context.api().withLimit(RequestLimiter.perSecond(options.rate(), options.burst()));
        this.classes = context.informers().of(Kinds.STORAGE_CLASSES);
        this.objects = context.informers()
                .separate(
                        api,
                        Kinds.STORAGE_CAPACITIES,
                        options.namespace(),
                        StorageCapacityObject.selector(driver, managedBy));
        this.desired = new DesiredCapacities(driver, options.forImmediateBinding(), classes);
        Index<CsiStorageCapacity> byItem = objects.index(
                object -> CapacityKey.of(object).map(CapacityKey::term).stream().toList());
        this.worker = new CapacityWorker(
                context.driver(),
                timeout,
                options.namespace(),
                Map.of(CsiKeys.DRIVER_NAME_LABEL, driver, CsiKeys.MANAGED_BY_LABEL, managedBy),
                desired,
                objects,
                byItem);
        this.queue = new WorkQueue<>(
                "csistoragecapacity", options.threads(), backoff, worker::work, context.timer(), context.queues());
        CapacityMetrics.register(context.metrics(), desired, objects, byItem);
        topology.listen(this::topologyChanged);
        classes.addEventHandler(this::classChanged);
        objects.addEventHandler(this::objectChanged);
    }

    /// Starts in the background, once the informers are synced; nothing is deleted before. Provisioning does
    /// not wait for it: it also works in a cluster that does not allow publishing.
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
        if (options.ownerLevel() >= 0) {
            try {
                worker.owner(CapacityOwner.above(api, options.namespace(), options.pod(), options.ownerLevel()));
            } catch (ApiFailure e) {
                context.fatal().accept("cannot find the owner of the CSIStorageCapacity objects: " + e.getMessage());
                return;
            }
        }
        // In this order, so that keys that are already queued are processed once and not twice.
        poll();
        queue.start();
    }

    private void poll() {
        refresh(desired.all());
        var _ = context.timer().schedule(this::poll, options.poll().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void refresh(Collection<CapacityKey> items) {
        items.forEach(key -> queue.add(new Refresh(key)));
    }

    private void topologyChanged(TopologyInformer.Change change) {
        desired.add(change.added());
        desired.remove(change.removed());
        refresh(desired.inSegments(change.added()));
        refresh(desired.inSegments(change.removed()));
    }

    private void classChanged(@Nullable StorageClass before, @Nullable StorageClass now) {
        StorageClass any = now == null ? before : now;
        boolean concerned = (before != null && desired.isOurs(before)) || (now != null && desired.isOurs(now));
        if (any != null && concerned) {
            refresh(desired.ofClass(any.meta().name()));
        }
    }

    private void objectChanged(@Nullable CsiStorageCapacity before, @Nullable CsiStorageCapacity now) {
        if (now != null) {
            queue.add(CapacityKey.of(now).<Task>map(RemoveSurplus::new).orElseGet(() -> new Remove(now.key())));
        } else if (before != null) {
            CapacityKey.of(before)
                    .filter(key -> desired.classOf(key).isPresent())
                    .ifPresent(key -> queue.add(new Refresh(key)));
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

    /// Which of its segments lacks capacity is not known.
    @Override
    public void failed(String storageClass) {
        classes.find(storageClass).filter(desired::isOurs).ifPresent(_ -> refresh(desired.ofClass(storageClass)));
    }

    @Override
    public void deleted(List<NodeSelectorTerm> affinity) {
        List<TopologySegment> segments = affinity.stream()
                .flatMap(term -> TopologySegment.of(term).stream())
                .toList();
        refresh(desired.inSegments(segments).stream()
                .filter(key -> desired.classOf(key).isPresent())
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
