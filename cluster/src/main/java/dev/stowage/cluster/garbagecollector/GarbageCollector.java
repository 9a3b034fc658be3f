package dev.stowage.cluster.garbagecollector;

import dev.stowage.cluster.discovery.DiscoveredResources;
import dev.stowage.cluster.garbagecollector.CollectableObject.KindAndKey;
import dev.stowage.cluster.garbagecollector.OwnerState.Status;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Deletes dependents whose owners are deleted, for every kind that the server has.
public final class GarbageCollector implements Controller {
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5));
    private static final Set<String> KINDS_OF_KINDS =
            Set.of("customresourcedefinitions.apiextensions.k8s.io", "apiservices.apiregistration.k8s.io");
    /// A new kind is served some moments after its CRD was created, and no event reports that.
    private static final List<Duration> LOOKS =
            List.of(Duration.ofMillis(300), Duration.ofSeconds(3), Duration.ofSeconds(15));
    private static final Duration REPAIR = Duration.ofMinutes(2);
    private static final String ALL = "all";

    private final ControllerContext context;
    private final GarbageCollectorInformers informers;
    private final DependentIndex dependentIndex = new DependentIndex();
    private final OwnerResolver ownerResolver;
    private final ActionExecutor executor;
    private final Set<KindAndKey> parked = ConcurrentHashMap.newKeySet();
    private final CountDownLatch discovered = new CountDownLatch(1);
    private final WorkQueue<String> discovery;
    private final WorkQueue<KindAndKey> queue;

    public GarbageCollector(ControllerContext context, GarbageCollectorOptions options) {
        this.context = context;
        this.informers = new GarbageCollectorInformers(context, this::changed, this::unpark);
        this.ownerResolver = new OwnerResolver(context.api(), informers);
        this.executor = new GarbageCollectorExecutor(informers, context.events());
        this.discovery = new WorkQueue<>(
                "garbage_collector_discovery", 1, PAUSES, _ -> discover(), context.timer(), context.queues());
        this.queue = new WorkQueue<>(
                "garbage_collector", options.workers(), PAUSES, this::work, context.timer(), context.queues());
    }

    private ReconcileResult discover() throws InterruptedException {
        try {
            if (informers.adopt(DiscoveredResources.of(context.api()))) {
                unpark();
            }
            discovered.countDown();
            return ReconcileResult.requeueAfter(REPAIR);
        } catch (ApiFailure e) {
            return ReconcileResult.retry("the server's kinds cannot be read: " + e.getMessage());
        }
    }

    private void unpark() {
        parked.forEach(place -> {
            parked.remove(place);
            queue.add(place);
        });
    }

    private void changed(
            Kind<PartialObjectMetadata> kind,
            @Nullable PartialObjectMetadata before,
            @Nullable PartialObjectMetadata now) {
        dependentIndex.change(kind, before, now);
        if (KINDS_OF_KINDS.contains(kind.toString())) {
            LOOKS.forEach(pause -> discovery.addAfter(ALL, pause));
        }
        if (before != null && !isSame(before, now)) {
            dependentIndex.of(before.meta().uid()).forEach(queue::add);
        }
        if (before != null && (now == null || hasMoved(before, now))) {
            enqueueOwners(new CollectableObject(kind, before));
        }
        if (now != null) {
            reconcile(kind, before, now);
        }
    }

    private static boolean isSame(PartialObjectMetadata before, @Nullable PartialObjectMetadata now) {
        return now != null && before.meta().uid().equals(now.meta().uid());
    }

    private static boolean hasMoved(@Nullable PartialObjectMetadata before, PartialObjectMetadata now) {
        return before == null
                || !isSame(before, now)
                || !before.meta().ownerReferences().equals(now.meta().ownerReferences());
    }

    /// One of them may wait for this one to be deleted.
    private void enqueueOwners(CollectableObject object) {
        for (ObjectMeta.OwnerReference ownerReference : object.meta().ownerReferences()) {
            ownerResolver
                    .place(object, ownerReference)
                    .filter(place -> informers
                            .find(place)
                            .filter(CollectableObject::waits)
                            .isPresent())
                    .ifPresent(queue::add);
        }
    }

    private void reconcile(
            Kind<PartialObjectMetadata> kind, @Nullable PartialObjectMetadata before, PartialObjectMetadata now) {
        KindAndKey place = new KindAndKey(kind, now.key());
        PartialObjectMetadata earlier = before != null && isSame(before, now) ? before : null;
        boolean owned = hasMoved(before, now) && !now.meta().ownerReferences().isEmpty() && !now.isBeingDeleted();
        boolean orphans = CollectableObject.letsGo(now) && (earlier == null || !CollectableObject.letsGo(earlier));
        boolean waits = CollectableObject.waits(now) && (earlier == null || !CollectableObject.waits(earlier));
        if (owned || orphans || waits) {
            queue.add(place);
        }
        if (waits) {
            dependentIndex.of(now.meta().uid()).forEach(queue::add);
            // A cycle that has just been closed releases all of its members.
            enqueueOwners(new CollectableObject(kind, now));
        }
    }

    private ReconcileResult work(KindAndKey place) throws InterruptedException {
        CollectableObject object = informers.find(place).orElse(null);
        if (object == null) {
            return ReconcileResult.done();
        }
        if (object.object().isBeingDeleted() && !informers.allSynced()) {
            // A dependent may be of a kind that is not synced yet.
            parked.add(place);
            return informers.allSynced() ? ReconcileResult.requeueAfter(Duration.ZERO) : ReconcileResult.done();
        }
        try {
            return collect(object);
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    private ReconcileResult collect(CollectableObject object) throws ApiFailure, InterruptedException {
        String uid = object.meta().uid();
        List<OwnerState> ties = object.object().isBeingDeleted() ? List.of() : ownerResolver.of(object);
        List<ObjectMeta.OwnerReference> unknown = ties.stream()
                .filter(ownerState -> ownerState.status() == Status.UNKNOWN)
                .map(OwnerState::ownerReference)
                .toList();
        if (!unknown.isEmpty()) {
            parked.add(object.place());
        }
        executor.execute(ownerResolver.invalidOwnerEvents(object, ties));
        List<CollectableObject> dependents = dependentIndex.of(uid, informers::find);
        List<ClusterAction> actions = GarbageCollectorDecision.decide(
                object, ties, dependents, dependent -> dependentIndex.isCircular(uid, dependent, informers::find));
        for (ClusterAction action : actions) {
            carryOut(action);
        }
        // A kind that became known before the key was parked no longer enqueues it.
        return unknown.stream()
                        .anyMatch(ownerReference ->
                                ownerResolver.place(object, ownerReference).isPresent())
                ? ReconcileResult.requeueAfter(Duration.ZERO)
                : ReconcileResult.done();
    }

    private void carryOut(ClusterAction action) throws ApiFailure, InterruptedException {
        try {
            executor.execute(action);
        } catch (ApiFailure e) {
            // Already deleted: nothing more to do for it, and the rest continues.
            if (!e.isNotFound()) {
                throw e;
            }
        }
    }

    @Override
    public String name() {
        return ControllerName.GARBAGE.text();
    }

    @Override
    public void start() throws InterruptedException {
        discovery.add(ALL);
        discovery.start();
        discovered.await();
        informers.awaitAllSynced();
        queue.start();
    }

    @Override
    public void close() {
        discovery.close();
        queue.close();
        informers.close();
    }
}
