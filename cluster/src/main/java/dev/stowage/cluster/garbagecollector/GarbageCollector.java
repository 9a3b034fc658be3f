package dev.stowage.cluster.garbagecollector;

import dev.stowage.cluster.discovery.DiscoveredResources;
import dev.stowage.cluster.garbagecollector.CollectableObject.KindAndKey;
import dev.stowage.cluster.garbagecollector.OwnerState.Status;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
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

/// Collects what its owners have left behind, for every kind that the server has.
public final class GarbageCollector implements Controller {
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5));
    private static final Set<String> KINDS_OF_KINDS =
            Set.of("customresourcedefinitions.apiextensions.k8s.io", "apiservices.apiregistration.k8s.io");
    /// A new kind is served some moments after it was defined, and there is no word of it.
    private static final List<Duration> LOOKS =
            List.of(Duration.ofMillis(300), Duration.ofSeconds(3), Duration.ofSeconds(15));
    private static final Duration REPAIR = Duration.ofMinutes(2);
    private static final String ALL = "all";

    private final ControllerContext context;
    private final GarbageCollectorInformers garbageCollectorInformers;
    private final DependentIndex dependentIndex = new DependentIndex();
    private final OwnerResolver ownerResolver;
    private final ActionExecutor executor;
    private final Set<KindAndKey> parked = ConcurrentHashMap.newKeySet();
    private final CountDownLatch discovered = new CountDownLatch(1);
    private final WorkQueue<String> discovery;
    private final WorkQueue<KindAndKey> queue;

    public GarbageCollector(ControllerContext context, GarbageCollectorOptions options) {
        this.context = context;
        this.garbageCollectorInformers = new GarbageCollectorInformers(context, this::changed, this::unpark);
        this.ownerResolver = new OwnerResolver(context.api(), garbageCollectorInformers);
        this.executor = new GarbageCollectorExecutor(garbageCollectorInformers, context.events());
        this.discovery = new WorkQueue<>(
                "garbage_collector_discovery", 1, PAUSES, _ -> discover(), context.timer(), context.queues());
        this.queue = new WorkQueue<>(
                "garbage_collector", options.workers(), PAUSES, this::work, context.timer(), context.queues());
    }

    private ReconcileResult discover() throws InterruptedException {
        try {
            if (garbageCollectorInformers.adopt(DiscoveredResources.of(context.api()))) {
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
            wakeOwners(new CollectableObject(kind, before));
        }
        if (now != null) {
            look(kind, before, now);
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

    /// One of them may wait for this one to go.
    private void wakeOwners(CollectableObject collectableObject) {
        for (ObjectMeta.OwnerReference ownerReference : collectableObject.meta().ownerReferences()) {
            ownerResolver
                    .place(collectableObject, ownerReference)
                    .filter(place -> garbageCollectorInformers
                            .find(place)
                            .filter(CollectableObject::waits)
                            .isPresent())
                    .ifPresent(queue::add);
        }
    }

    private void look(
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
            // A circle that has just been closed frees all of its members.
            wakeOwners(new CollectableObject(kind, now));
        }
    }

    private ReconcileResult work(KindAndKey place) throws InterruptedException {
        CollectableObject collectableObject =
                garbageCollectorInformers.find(place).orElse(null);
        if (collectableObject == null) {
            return ReconcileResult.done();
        }
        if (collectableObject.object().isBeingDeleted() && !garbageCollectorInformers.isWhole()) {
            // Somebody of a kind that has not been read may belong to it.
            parked.add(place);
            return garbageCollectorInformers.isWhole()
                    ? ReconcileResult.requeueAfter(Duration.ZERO)
                    : ReconcileResult.done();
        }
        try {
            return collect(collectableObject);
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    private ReconcileResult collect(CollectableObject collectableObject) throws ApiFailure, InterruptedException {
        String uid = collectableObject.meta().uid();
        List<OwnerState> ties =
                collectableObject.object().isBeingDeleted() ? List.of() : ownerResolver.of(collectableObject);
        List<ObjectMeta.OwnerReference> unknown = ties.stream()
                .filter(ownerState -> ownerState.status() == Status.UNKNOWN)
                .map(OwnerState::ownerReference)
                .toList();
        if (!unknown.isEmpty()) {
            parked.add(collectableObject.place());
        }
        executor.execute(ownerResolver.invalidOwnerEvents(collectableObject, ties));
        List<CollectableObject> dependents = dependentIndex.of(uid, garbageCollectorInformers::find);
        List<ClusterAction> actions = GarbageCollectorDecision.decide(
                collectableObject,
                ties,
                dependents,
                dependent -> dependentIndex.isCircular(uid, dependent, garbageCollectorInformers::find));
        for (ClusterAction action : actions) {
            carryOut(action);
        }
        // A kind that became known before the item was parked wakes it no more.
        return unknown.stream()
                        .anyMatch(ownerReference -> ownerResolver
                                .place(collectableObject, ownerReference)
                                .isPresent())
                ? ReconcileResult.requeueAfter(Duration.ZERO)
                : ReconcileResult.done();
    }

    private void carryOut(ClusterAction action) throws ApiFailure, InterruptedException {
        try {
            executor.execute(action);
        } catch (ApiFailure e) {
            // Gone already: what was wanted of it needs no more doing, and the rest goes on.
            if (!e.isNotFound()) {
                throw e;
            }
        }
    }

    @Override
    public String name() {
        return "garbage-collector-controller";
    }

    @Override
    public void start() throws InterruptedException {
        discovery.add(ALL);
        discovery.start();
        discovered.await();
        garbageCollectorInformers.awaitWhole();
        queue.start();
    }

    @Override
    public void close() {
        discovery.close();
        queue.close();
        garbageCollectorInformers.close();
    }
}
