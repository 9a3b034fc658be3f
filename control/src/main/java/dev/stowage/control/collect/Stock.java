package dev.stowage.control.collect;

import dev.stowage.control.Shared;
import dev.stowage.control.collect.Item.Place;
import dev.stowage.control.discover.Catalog;
import dev.stowage.control.discover.Resource;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Other;
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
        void changed(Kind<Other> kind, @Nullable Other before, @Nullable Other now);
    }

    private final Shared shared;
    private final Ear ear;
    private final Runnable whole;
    private final Map<Kind<Other>, Mirror<Other>> mirrors = new HashMap<>();
    private final Map<Kind<Other>, Thread> unread = new HashMap<>();
    private Catalog catalog = Catalog.empty();

    /// @param whole run when everything has been read that was not
    Stock(Shared shared, Ear ear, Runnable whole) {
        this.shared = shared;
        this.ear = ear;
        this.whole = whole;
    }

    static Set<Kind<Other>> collectable(List<Resource> resources) {
        return resources.stream()
                .filter(resource -> resource.can("get", "list", "watch", "delete"))
                .map(Resource::kind)
                .filter(kind -> !IGNORED.contains(kind.toString()))
                .collect(Collectors.toSet());
    }

    /// @return whether something is other than before
    boolean adopt(Catalog found) {
        Set<Mirror<Other>> begun = new HashSet<>();
        Map<Kind<Other>, Mirror<Other>> ended = new HashMap<>();
        synchronized (this) {
            catalog = found.keeping(catalog);
            Set<Kind<Other>> wanted = collectable(catalog.resources());
            for (Kind<Other> kind : wanted) {
                if (!mirrors.containsKey(kind)) {
                    Mirror<Other> mirror = shared.mirrors().separate(shared.api(), kind, "", "");
                    mirrors.put(kind, mirror);
                    unread.put(kind, Thread.ofVirtual().name("read-" + kind).unstarted(() -> await(kind, mirror)));
                    begun.add(mirror);
                }
            }
            Set.copyOf(mirrors.keySet()).stream()
                    .filter(kind -> !wanted.contains(kind))
                    .forEach(kind -> ended.put(kind, drop(kind)));
        }
        // Mirrors call the ear while they hold their own lock, so this is done without ours.
        begun.forEach(mirror -> mirror.listen((before, now) -> ear.changed(mirror.kind(), before, now)));
        ended.forEach((kind, mirror) -> {
            shared.mirrors().drop(mirror);
            mirror.all().forEach(object -> ear.changed(kind, object, null));
        });
        synchronized (this) {
            begun.forEach(mirror -> start(unread.get(mirror.kind())));
        }
        return !begun.isEmpty() || !ended.isEmpty();
    }

    private static void start(@Nullable Thread thread) {
        if (thread != null) {
            thread.start();
        }
    }

    private Mirror<Other> drop(Kind<Other> kind) {
        Thread reading = unread.remove(kind);
        if (reading != null) {
            reading.interrupt();
        }
        Mirror<Other> mirror = mirrors.remove(kind);
        if (mirror == null) {
            throw new IllegalStateException("There is no mirror of " + kind + ".");
        }
        return mirror;
    }

    private void await(Kind<Other> kind, Mirror<Other> mirror) {
        var patience = shared.timer().schedule(() -> read(kind), PATIENCE_SECONDS, TimeUnit.SECONDS);
        try {
            mirror.awaitSynced();
            read(kind);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            patience.cancel(false);
        }
    }

    private void read(Kind<Other> kind) {
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

    synchronized Optional<Mirror<Other>> mirror(Kind<?> kind) {
        return Optional.ofNullable(mirrors.get(kind));
    }

    synchronized Optional<Resource> find(String apiVersion, String kind) {
        return catalog.find(apiVersion, kind);
    }

    Optional<Item> find(Place place) {
        return mirror(place.kind())
                .flatMap(mirror -> mirror.find(place.key()))
                .map(found -> new Item(place.kind(), found));
    }

    @Override
    public synchronized void close() {
        unread.values().forEach(Thread::interrupt);
        mirrors.values().forEach(shared.mirrors()::drop);
    }
}
