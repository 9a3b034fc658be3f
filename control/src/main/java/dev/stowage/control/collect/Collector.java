package dev.stowage.control.collect;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.control.act.Hands;
import dev.stowage.control.collect.Item.Place;
import dev.stowage.control.collect.Tie.Standing;
import dev.stowage.control.discover.Catalog;
import dev.stowage.kube.client.ApiFailure;
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
public final class Collector implements Controller {
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5));
    private static final Set<String> KINDS_OF_KINDS =
            Set.of("customresourcedefinitions.apiextensions.k8s.io", "apiservices.apiregistration.k8s.io");
    /// A new kind is served some moments after it was defined, and there is no word of it.
    private static final List<Duration> LOOKS =
            List.of(Duration.ofMillis(300), Duration.ofSeconds(3), Duration.ofSeconds(15));
    private static final Duration REPAIR = Duration.ofMinutes(2);
    private static final String ALL = "all";

    private final Shared shared;
    private final Stock stock;
    private final Families families = new Families();
    private final Owners owners;
    private final Hands hands;
    private final Set<Place> parked = ConcurrentHashMap.newKeySet();
    private final CountDownLatch discovered = new CountDownLatch(1);
    private final WorkQueue<String> discovery;
    private final WorkQueue<Place> queue;

    public Collector(Shared shared, CollectOptions options) {
        this.shared = shared;
        this.stock = new Stock(shared, this::changed, this::unpark);
        this.owners = new Owners(shared.api(), stock);
        this.hands = new StockHands(stock, shared.events());
        this.discovery = new WorkQueue<>(
                "garbage_collector_discovery", 1, PAUSES, _ -> discover(), shared.timer(), shared.queues());
        this.queue = new WorkQueue<>(
                "garbage_collector", options.workers(), PAUSES, this::work, shared.timer(), shared.queues());
    }

    private ReconcileResult discover() throws InterruptedException {
        try {
            if (stock.adopt(Catalog.of(shared.api()))) {
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

    private void changed(Kind<PartialObjectMetadata> kind, @Nullable PartialObjectMetadata before, @Nullable PartialObjectMetadata now) {
        families.change(kind, before, now);
        if (KINDS_OF_KINDS.contains(kind.toString())) {
            LOOKS.forEach(pause -> discovery.addAfter(ALL, pause));
        }
        if (before != null && !isSame(before, now)) {
            families.of(before.meta().uid()).forEach(queue::add);
        }
        if (before != null && (now == null || hasMoved(before, now))) {
            wakeOwners(new Item(kind, before));
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
    private void wakeOwners(Item item) {
        for (ObjectMeta.OwnerReference ownerReference : item.meta().ownerReferences()) {
            owners.place(item, ownerReference)
                    .filter(place -> stock.find(place).filter(Item::waits).isPresent())
                    .ifPresent(queue::add);
        }
    }

    private void look(Kind<PartialObjectMetadata> kind, @Nullable PartialObjectMetadata before, PartialObjectMetadata now) {
        Place place = new Place(kind, now.key());
        PartialObjectMetadata earlier = before != null && isSame(before, now) ? before : null;
        boolean owned = hasMoved(before, now) && !now.meta().ownerReferences().isEmpty() && !now.isBeingDeleted();
        boolean orphans = Item.letsGo(now) && (earlier == null || !Item.letsGo(earlier));
        boolean waits = Item.waits(now) && (earlier == null || !Item.waits(earlier));
        if (owned || orphans || waits) {
            queue.add(place);
        }
        if (waits) {
            families.of(now.meta().uid()).forEach(queue::add);
            // A circle that has just been closed frees all of its members.
            wakeOwners(new Item(kind, now));
        }
    }

    private ReconcileResult work(Place place) throws InterruptedException {
        Item item = stock.find(place).orElse(null);
        if (item == null) {
            return ReconcileResult.done();
        }
        if (item.object().isBeingDeleted() && !stock.isWhole()) {
            // Somebody of a kind that has not been read may belong to it.
            parked.add(place);
            return stock.isWhole() ? ReconcileResult.requeueAfter(Duration.ZERO) : ReconcileResult.done();
        }
        try {
            return collect(item);
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    private ReconcileResult collect(Item item) throws ApiFailure, InterruptedException {
        String uid = item.meta().uid();
        List<Tie> ties = item.object().isBeingDeleted() ? List.of() : owners.of(item);
        List<ObjectMeta.OwnerReference> unknown = ties.stream()
                .filter(tie -> tie.standing() == Standing.UNKNOWN)
                .map(Tie::ownerReference)
                .toList();
        if (!unknown.isEmpty()) {
            parked.add(item.place());
        }
        hands.carryOut(owners.complaints(item, ties));
        List<Item> dependents = families.of(uid, stock::find);
        List<Act> acts = CollectRule.decide(
                item, ties, dependents, dependent -> families.isCircular(uid, dependent, stock::find));
        for (Act act : acts) {
            carryOut(act);
        }
        // A kind that became known before the item was parked wakes it no more.
        return unknown.stream().anyMatch(ownerReference -> owners.place(item, ownerReference).isPresent())
                ? ReconcileResult.requeueAfter(Duration.ZERO)
                : ReconcileResult.done();
    }

    private void carryOut(Act act) throws ApiFailure, InterruptedException {
        try {
            hands.carryOut(act);
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
        stock.awaitWhole();
        queue.start();
    }

    @Override
    public void close() {
        discovery.close();
        queue.close();
        stock.close();
    }
}
