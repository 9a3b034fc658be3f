package dev.stowage.control.home;

import dev.stowage.control.Shared;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Other;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Watches of what is left in namespaces that end, for as long as something is. Thread-safe.
final class Lookouts implements AutoCloseable {
    private final Shared shared;
    private final Consumer<Key> gone;
    private final Map<Key, Map<Kind<Other>, Mirror<Other>>> mirrors = new HashMap<>();

    /// @param gone hears of namespaces in which an object went
    Lookouts(Shared shared, Consumer<Key> gone) {
        this.shared = shared;
        this.gone = gone;
    }

    synchronized void keep(Key namespace, Set<Kind<Other>> kinds) {
        Map<Kind<Other>, Mirror<Other>> kept = mirrors.computeIfAbsent(namespace, _ -> new HashMap<>());
        for (Kind<Other> kind : kinds) {
            kept.computeIfAbsent(kind, _ -> open(namespace, kind));
        }
        for (Kind<Other> kind : Set.copyOf(kept.keySet())) {
            Mirror<Other> over = kinds.contains(kind) ? null : kept.remove(kind);
            if (over != null) {
                end(over);
            }
        }
        if (kept.isEmpty()) {
            mirrors.remove(namespace);
        }
    }

    private Mirror<Other> open(Key namespace, Kind<Other> kind) {
        Mirror<Other> mirror = shared.mirrors().separate(shared.api(), kind, namespace.name(), "");
        mirror.listen((_, now) -> {
            if (now == null) {
                gone.accept(namespace);
            }
        });
        // Something may have gone before the watch began: then the list is what tells.
        var _ = Thread.ofVirtual().name("lookout-" + kind).start(() -> {
            try {
                mirror.awaitSynced();
                gone.accept(namespace);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return mirror;
    }

    private void end(Mirror<Other> mirror) {
        shared.mirrors().drop(mirror);
    }

    void drop(Key namespace) {
        keep(namespace, Set.of());
    }

    @Override
    public synchronized void close() {
        mirrors.values().forEach(kept -> kept.values().forEach(this::end));
        mirrors.clear();
    }
}
