package dev.stowage.control.collect;

import dev.stowage.control.Shared;
import dev.stowage.control.collect.Item.Place;
import dev.stowage.control.discover.Catalog;
import dev.stowage.control.discover.Resource;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Mirrors of everything that can be collected. Kinds come and go. Thread-safe.
final class Stock implements AutoCloseable {
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");
    /// A kind that cannot be read in this time is not waited for: it may be one whose server is broken for good.
    private static final long PATIENCE_SECONDS = 30;

    /// Hears of changes to objects of all kinds.
    interface Ear {
        void changed(Kind<PartialObjectMetadata> kind, @Nullable PartialObjectMetadata before, @Nullable PartialObjectMetadata now);
    }

    private final Shared shared;
    private final Ear ear;
    private final Runnable whole;
    private final Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>> mirrors = new HashMap<>();
    private final Map<Kind<PartialObjectMetadata>, Thread> unread = new HashMap<>();
    private Catalog catalog = Catalog.empty();

    /// @param whole run when everything has been read that was not
    Stock(Shared shared, Ear ear, Runnable whole) {
        this.shared = shared;
        this.ear = ear;
        this.whole = whole;
    }

    static Set<Kind<PartialObjectMetadata>> collectable(List<Resource> resources) {
        return resources.stream()
                .filter(resource -> resource.can("get", "list", "watch", "delete"))
                .map(Resource::kind)
                .filter(kind -> !IGNORED.contains(kind.toString()))
                .collect(Collectors.toSet());
    }

    /// @return whether something is other than before
    boolean adopt(Catalog found) {
        Set<Informer<PartialObjectMetadata>> begun = new HashSet<>();
        Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>> ended = new HashMap<>();
        synchronized (this) {
            catalog = found.keeping(catalog);
            Set<Kind<PartialObjectMetadata>> wanted = collectable(catalog.resources());
            for (Kind<PartialObjectMetadata> kind : wanted) {
                if (!mirrors.containsKey(kind)) {
                    Informer<PartialObjectMetadata> informer = shared.informers().separate(shared.api(), kind, "", "");
                    mirrors.put(kind, informer);
                    unread.put(kind, Thread.ofVirtual().name("read-" + kind).unstarted(() -> await(kind, informer)));
                    begun.add(informer);
                }
            }
            Set.copyOf(mirrors.keySet()).stream()
                    .filter(kind -> !wanted.contains(kind))
                    .forEach(kind -> ended.put(kind, drop(kind)));
        }
        // Mirrors call the ear while they hold their own lock, so this is done without ours.
        begun.forEach(informer -> informer.addEventHandler((before, now) -> ear.changed(informer.kind(), before, now)));
        ended.forEach((kind, informer) -> {
            shared.informers().drop(informer);
            informer.all().forEach(object -> ear.changed(kind, object, null));
        });
        synchronized (this) {
            begun.forEach(informer -> start(unread.get(informer.kind())));
        }
        return !begun.isEmpty() || !ended.isEmpty();
    }

    private static void start(@Nullable Thread thread) {
        if (thread != null) {
            thread.start();
        }
    }

    private Informer<PartialObjectMetadata> drop(Kind<PartialObjectMetadata> kind) {
        Thread reading = unread.remove(kind);
        if (reading != null) {
            reading.interrupt();
        }
        Informer<PartialObjectMetadata> informer = mirrors.remove(kind);
        if (informer == null) {
            throw new IllegalStateException("There is no mirror of " + kind + ".");
        }
        return informer;
    }

    private void await(Kind<PartialObjectMetadata> kind, Informer<PartialObjectMetadata> informer) {
        var patience = shared.timer().schedule(() -> read(kind), PATIENCE_SECONDS, TimeUnit.SECONDS);
        try {
            informer.awaitSynced();
            read(kind);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            patience.cancel(false);
        }
    }

    private void read(Kind<PartialObjectMetadata> kind) {
        boolean last;
        synchronized (this) {
            last = unread.remove(kind) != null && unread.isEmpty();
            notifyAll();
        }
        if (last) {
            whole.run();
        }
    }

    /// Whether nothing is known to be missing.
    synchronized boolean isWhole() {
        return unread.isEmpty();
    }

    synchronized void awaitWhole() throws InterruptedException {
        while (!unread.isEmpty()) {
            wait();
        }
    }

    synchronized Optional<Informer<PartialObjectMetadata>> mirror(Kind<?> kind) {
        return Optional.ofNullable(mirrors.get(kind));
    }

    synchronized Optional<Resource> find(String apiVersion, String kind) {
        return catalog.find(apiVersion, kind);
    }

    Optional<Item> find(Place place) {
        return mirror(place.kind())
                .flatMap(informer -> informer.find(place.key()))
                .map(found -> new Item(place.kind(), found));
    }

    @Override
    public synchronized void close() {
        unread.values().forEach(Thread::interrupt);
        mirrors.values().forEach(shared.informers()::drop);
    }
}
