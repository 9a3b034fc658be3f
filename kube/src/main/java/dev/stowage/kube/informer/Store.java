package dev.stowage.kube.informer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.KubeObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The contents of an informer. The watch and the answers to our own writes arrive in any order: the later
/// state of an object wins, and a deleted object does not come back. Readers take no lock.
final class Store<T extends KubeObject> {
    private static final int REMEMBERED_DELETIONS = 1024;

    private final Map<NamespacedName, T> objects = new ConcurrentHashMap<>();
    private final Map<String, Boolean> deletedUids = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED_DELETIONS;
        }
    };
    private final List<Index<T>> indexes = new ArrayList<>();
    private final List<ResourceEventHandler<T>> handlers = new ArrayList<>();
    private final Predicate<T> keep;

    Store(Predicate<T> keep) {
        this.keep = keep;
    }

    Optional<T> find(NamespacedName key) {
        return Optional.ofNullable(objects.get(key));
    }

    Collection<T> all() {
        return objects.values();
    }

    synchronized Index<T> index(Function<T, ? extends Collection<String>> terms) {
        Index<T> index = new Index<>(terms);
        objects.values().forEach(object -> index.change(null, object));
        indexes.add(index);
        return index;
    }

    /// The handler is first called for every object that is already in the store.
    synchronized void addEventHandler(ResourceEventHandler<T> handler) {
        objects.values().forEach(object -> handler.changed(null, object));
        handlers.add(handler);
    }

    synchronized void put(T object) {
        T before = objects.get(object.key());
        if (deletedUids.containsKey(object.meta().uid())
                || (before != null && !object.meta().isNewerThan(before.meta()))) {
            return;
        }
        if (keep.test(object)) {
            objects.put(object.key(), object);
            notifyHandlers(before, object);
        } else if (before != null) {
            objects.remove(object.key());
            notifyHandlers(before, null);
        }
    }

    synchronized void remove(T object) {
        deletedUids.put(object.meta().uid(), true);
        T before = objects.get(object.key());
        // The object may have been recreated since.
        if (before != null && before.meta().uid().equals(object.meta().uid())) {
            objects.remove(object.key());
            notifyHandlers(before, null);
        }
    }

    /// A list is authoritative as of its version; later writes of ours stay.
    synchronized void replace(Collection<T> listed, long version) {
        Set<NamespacedName> seen = HashSet.newHashSet(listed.size());
        listed.forEach(object -> {
            seen.add(object.key());
            put(object);
        });
        for (T object : List.copyOf(objects.values())) {
            if (!seen.contains(object.key()) && versionOf(object) <= version) {
                remove(object);
            }
        }
    }

    private static long versionOf(KubeObject object) {
        try {
            return Long.parseLong(object.meta().resourceVersion());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void notifyHandlers(@Nullable T before, @Nullable T now) {
        indexes.forEach(index -> index.change(before, now));
        handlers.forEach(handler -> handler.changed(before, now));
    }
}
