package dev.stowage.cluster.namespace;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Watches of what remains in terminating namespaces, until nothing does. Thread-safe.
final class RemainingContentWatches implements AutoCloseable {
    private final ControllerContext context;
    private final Consumer<NamespacedName> gone;
    private final Map<NamespacedName, Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>>> informers =
            new HashMap<>();

    /// @param gone receives namespaces in which an object was deleted
    RemainingContentWatches(ControllerContext context, Consumer<NamespacedName> gone) {
        this.context = context;
        this.gone = gone;
    }

    synchronized void keep(NamespacedName namespace, Set<Kind<PartialObjectMetadata>> kinds) {
        Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>> kept =
                informers.computeIfAbsent(namespace, _ -> new HashMap<>());
        for (Kind<PartialObjectMetadata> kind : kinds) {
            kept.computeIfAbsent(kind, _ -> open(namespace, kind));
        }
        for (Kind<PartialObjectMetadata> kind : Set.copyOf(kept.keySet())) {
            Informer<PartialObjectMetadata> over = kinds.contains(kind) ? null : kept.remove(kind);
            if (over != null) {
                end(over);
            }
        }
        if (kept.isEmpty()) {
            informers.remove(namespace);
        }
    }

    private Informer<PartialObjectMetadata> open(NamespacedName namespace, Kind<PartialObjectMetadata> kind) {
        Informer<PartialObjectMetadata> informer =
                context.informers().separate(context.api(), kind, namespace.name(), "");
        informer.addEventHandler((_, now) -> {
            if (now == null) {
                gone.accept(namespace);
            }
        });
        // An object may have been deleted before the watch started: then only the list shows it.
        var _ = Thread.ofVirtual().name("lookout-" + kind).start(() -> {
            try {
                informer.awaitSynced();
                gone.accept(namespace);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return informer;
    }

    private void end(Informer<PartialObjectMetadata> informer) {
        context.informers().drop(informer);
    }

    void drop(NamespacedName namespace) {
        keep(namespace, Set.of());
    }

    @Override
    public synchronized void close() {
        informers.values().forEach(kept -> kept.values().forEach(this::end));
        informers.clear();
    }
}
