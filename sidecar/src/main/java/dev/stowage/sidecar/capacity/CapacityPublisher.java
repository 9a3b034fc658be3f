package dev.stowage.sidecar.capacity;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.capacity.CapacityWorker.Refresh;
import dev.stowage.sidecar.capacity.CapacityWorker.Remove;
import dev.stowage.sidecar.capacity.CapacityWorker.Task;
import dev.stowage.sidecar.capacity.CapacityWorker.Tidy;
import dev.stowage.sidecar.provision.seam.Changes;
import dev.stowage.sidecar.topology.Segment;
import dev.stowage.sidecar.topology.Segments;
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
public final class CapacityPublisher implements Changes, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CapacityPublisher.class);

    private final Shared shared;
    private final CapacitySettings settings;
    private final KubeClient api;
    private final Informer<StorageClass> classes;
    private final Informer<CsiStorageCapacity> objects;
    private final Wanted wanted;
    private final CapacityWorker worker;
    private final WorkQueue<Task> queue;
    private volatile @Nullable Thread beginning;

    public CapacityPublisher(Shared shared, CapacitySettings settings, Segments segments) {
        String driver = shared.driver().name();
        String managedBy = ManagedBy.label(settings.node());
        this.shared = shared;
        this.settings = settings;
        this.api = shared.api().withLimit(RequestLimiter.perSecond(settings.rate(), settings.burst()));
        this.classes = shared.informers().of(Kinds.STORAGE_CLASSES);
        this.objects = shared.informers()
                .separate(
                        api,
                        Kinds.STORAGE_CAPACITIES,
                        settings.namespace(),
                        CapacityObject.selector(driver, managedBy));
        this.wanted = new Wanted(driver, settings.forImmediateBinding(), classes);
        Index<CsiStorageCapacity> byItem =
                objects.index(object -> Item.of(object).map(Item::term).stream().toList());
        this.worker = new CapacityWorker(
                shared.driver(),
                settings,
                Map.of(CapacityObject.DRIVER, driver, CapacityObject.MANAGED_BY, managedBy),
                wanted,
                objects,
                byItem);
        this.queue = new WorkQueue<>(
                "csistoragecapacity",
                settings.threads(),
                settings.pauses(),
                worker::work,
                shared.timer(),
                shared.queues());
        CapacityFigures.register(shared.metrics(), wanted, objects, byItem);
        segments.listen(this::placesChanged);
        classes.addEventHandler(this::classChanged);
        objects.addEventHandler(this::objectChanged);
    }

    /// Begins by itself, once it is known what is wanted and what is there; nothing is deleted before. Volumes are made
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
                worker.owner(Owner.above(api, settings.namespace(), settings.pod(), settings.ownerLevel()));
            } catch (ApiFailure e) {
                shared.fatal().accept("cannot find the owner of the capacities: " + e.getMessage());
                return;
            }
        }
        // In this order, so that what waits already is looked at once and not twice.
        poll();
        queue.start();
    }

    private void poll() {
        refresh(wanted.all());
        var _ = shared.timer().schedule(this::poll, settings.poll().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void refresh(Collection<Item> items) {
        items.forEach(item -> queue.add(new Refresh(item)));
    }

    private void placesChanged(Segments.Change change) {
        wanted.add(change.added());
        wanted.remove(change.removed());
        refresh(wanted.inSegments(change.added()));
        refresh(wanted.inSegments(change.removed()));
    }

    private void classChanged(@Nullable StorageClass before, @Nullable StorageClass now) {
        StorageClass any = now == null ? before : now;
        boolean concerned = (before != null && wanted.isOurs(before)) || (now != null && wanted.isOurs(now));
        if (any != null && concerned) {
            refresh(wanted.ofClass(any.meta().name()));
        }
    }

    private void objectChanged(@Nullable CsiStorageCapacity before, @Nullable CsiStorageCapacity now) {
        if (now != null) {
            queue.add(Item.of(now).<Task>map(Tidy::new).orElseGet(() -> new Remove(now.key())));
        } else if (before != null) {
            Item.of(before)
                    .filter(item -> wanted.classOf(item).isPresent())
                    .ifPresent(item -> queue.add(new Refresh(item)));
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
        classes.find(storageClass).filter(wanted::isOurs).ifPresent(_ -> refresh(wanted.ofClass(storageClass)));
    }

    @Override
    public void deleted(List<NodeSelectorTerm> affinity) {
        List<Segment> segments =
                affinity.stream().flatMap(term -> Segment.of(term).stream()).toList();
        refresh(wanted.inSegments(segments).stream()
                .filter(item -> wanted.classOf(item).isPresent())
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
