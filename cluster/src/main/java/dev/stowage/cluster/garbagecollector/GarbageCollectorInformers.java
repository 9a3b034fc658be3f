package dev.stowage.cluster.garbagecollector;

import dev.stowage.cluster.discovery.DiscoveredResource;
import dev.stowage.cluster.discovery.DiscoveredResources;
import dev.stowage.cluster.garbagecollector.CollectableObject.KindAndKey;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
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

/// Informers of everything that can be collected. Kinds can be added and removed. Thread-safe.
final class GarbageCollectorInformers implements AutoCloseable {
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");
    /// A kind that does not sync within this time is not waited for: its API server may be permanently
    /// broken.
    private static final long SYNC_TIMEOUT_SECONDS = 30;

    /// Receives changes of objects of all kinds.
    interface ChangeListener {
        void changed(
                Kind<PartialObjectMetadata> kind,
                @Nullable PartialObjectMetadata before,
                @Nullable PartialObjectMetadata now);
    }

    private final ControllerContext context;
    private final ChangeListener changeListener;
    private final Runnable whole;
    private final Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>> informers = new HashMap<>();
    private final Map<Kind<PartialObjectMetadata>, Thread> unread = new HashMap<>();
    private DiscoveredResources discoveredResources = DiscoveredResources.empty();

    /// @param whole run when all informers are synced that were not
    GarbageCollectorInformers(ControllerContext context, ChangeListener changeListener, Runnable whole) {
        this.context = context;
        this.changeListener = changeListener;
        this.whole = whole;
    }

    static Set<Kind<PartialObjectMetadata>> collectable(List<DiscoveredResource> resources) {
        return resources.stream()
                .filter(resource -> resource.can("get", "list", "watch", "delete"))
                .map(DiscoveredResource::kind)
                .filter(kind -> !IGNORED.contains(kind.toString()))
                .collect(Collectors.toSet());
    }

    /// @return whether anything changed
    boolean adopt(DiscoveredResources found) {
        Set<Informer<PartialObjectMetadata>> begun = new HashSet<>();
        Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>> ended = new HashMap<>();
        synchronized (this) {
            discoveredResources = found.keeping(discoveredResources);
            Set<Kind<PartialObjectMetadata>> wanted = collectable(discoveredResources.resources());
            for (Kind<PartialObjectMetadata> kind : wanted) {
                if (!informers.containsKey(kind)) {
                    Informer<PartialObjectMetadata> informer =
                            context.informers().separate(context.api(), kind, "", "");
                    informers.put(kind, informer);
                    unread.put(kind, Thread.ofVirtual().name("read-" + kind).unstarted(() -> await(kind, informer)));
                    begun.add(informer);
                }
            }
            Set.copyOf(informers.keySet()).stream()
                    .filter(kind -> !wanted.contains(kind))
                    .forEach(kind -> ended.put(kind, drop(kind)));
        }
        // Informers call the handler while they hold their own lock, so this is done without ours.
        begun.forEach(informer ->
                informer.addEventHandler((before, now) -> changeListener.changed(informer.kind(), before, now)));
        ended.forEach((kind, informer) -> {
            context.informers().drop(informer);
            informer.all().forEach(object -> changeListener.changed(kind, object, null));
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
        Informer<PartialObjectMetadata> informer = informers.remove(kind);
        if (informer == null) {
            throw new IllegalStateException("No informer for " + kind + ".");
        }
        return informer;
    }

    private void await(Kind<PartialObjectMetadata> kind, Informer<PartialObjectMetadata> informer) {
        var timeout = context.timer().schedule(() -> read(kind), SYNC_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        try {
            informer.awaitSynced();
            read(kind);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            timeout.cancel(false);
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

    /// Whether all known kinds are synced.
    synchronized boolean allSynced() {
        return unread.isEmpty();
    }

    synchronized void awaitAllSynced() throws InterruptedException {
        while (!unread.isEmpty()) {
            wait();
        }
    }

    synchronized Optional<Informer<PartialObjectMetadata>> informer(Kind<?> kind) {
        return Optional.ofNullable(informers.get(kind));
    }

    synchronized Optional<DiscoveredResource> find(String apiVersion, String kind) {
        return discoveredResources.find(apiVersion, kind);
    }

    Optional<CollectableObject> find(KindAndKey place) {
        return informer(place.kind())
                .flatMap(informer -> informer.find(place.key()))
                .map(found -> new CollectableObject(place.kind(), found));
    }

    @Override
    public synchronized void close() {
        unread.values().forEach(Thread::interrupt);
        informers.values().forEach(context.informers()::drop);
    }
}
