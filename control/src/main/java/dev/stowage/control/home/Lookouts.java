package dev.stowage.control.home;

import dev.stowage.control.Shared;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Watches of what is left in namespaces that end, for as long as something is. Thread-safe.
final class Lookouts implements AutoCloseable {
    private final Shared shared;
    private final Consumer<NamespacedName> gone;
    private final Map<NamespacedName, Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>>> mirrors = new HashMap<>();

    /// @param gone hears of namespaces in which an object went
    Lookouts(Shared shared, Consumer<NamespacedName> gone) {
        this.shared = shared;
        this.gone = gone;
    }

    synchronized void keep(NamespacedName namespace, Set<Kind<PartialObjectMetadata>> kinds) {
        Map<Kind<PartialObjectMetadata>, Informer<PartialObjectMetadata>> kept = mirrors.computeIfAbsent(namespace, _ -> new HashMap<>());
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
            mirrors.remove(namespace);
        }
    }

    private Informer<PartialObjectMetadata> open(NamespacedName namespace, Kind<PartialObjectMetadata> kind) {
        Informer<PartialObjectMetadata> informer = shared.informers().separate(shared.api(), kind, namespace.name(), "");
        informer.addEventHandler((_, now) -> {
            if (now == null) {
                gone.accept(namespace);
            }
        });
        // Something may have gone before the watch began: then the list is what tells.
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
        shared.informers().drop(informer);
    }

    void drop(NamespacedName namespace) {
        keep(namespace, Set.of());
    }

    @Override
    public synchronized void close() {
        mirrors.values().forEach(kept -> kept.values().forEach(this::end));
        mirrors.clear();
    }
}
