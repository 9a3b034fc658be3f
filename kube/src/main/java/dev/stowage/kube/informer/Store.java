package dev.stowage.kube.informer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.KubeObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The contents of an informer. The watch and the answers to our own writes arrive in any order: the later
/// state of an object wins, and a deleted object does not come back. Readers take no lock.
///
/// A handler that fails does not keep the others from being called. The change is remembered, and all
/// handlers get it once more with [#redeliver].
final class Store<T extends KubeObject> {
    private static final Logger log = LoggerFactory.getLogger(Store.class);
    private static final int REMEMBERED_DELETIONS = 1024;

    /// A change that a handler failed on.
    ///
    /// @param before null for an object that was new
    private record Undelivered<T>(@Nullable T before) {}

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
    private final Map<NamespacedName, Undelivered<T>> undelivered = new HashMap<>();
    private final Predicate<T> keep;
    private final Runnable onFailure;

    /// @param onFailure called when a handler has failed; requests a redelivery
    Store(Predicate<T> keep, Runnable onFailure) {
        this.keep = keep;
        this.onFailure = onFailure;
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
            change(object.key(), before, object);
        } else if (before != null) {
            change(object.key(), before, null);
        }
    }

    synchronized void remove(T object) {
        deletedUids.put(object.meta().uid(), true);
        T before = objects.get(object.key());
        // The object may have been recreated since.
        if (before != null && before.meta().uid().equals(object.meta().uid())) {
            change(object.key(), before, null);
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

    /// Indexes first: when one fails, the object is unchanged here, and the next list repeats the change.
    private void change(NamespacedName key, @Nullable T before, @Nullable T now) {
        indexes.forEach(index -> index.change(before, now));
        if (now == null) {
            objects.remove(key);
        } else {
            objects.put(key, now);
        }
        deliver(key, before, now);
    }

    private void deliver(NamespacedName key, @Nullable T before, @Nullable T now) {
        // A handler that has not got an object yet gets it as new, also in its next state.
        Undelivered<T> missed = undelivered.remove(key);
        T from = now == null || missed == null ? before : missed.before();
        boolean failed = false;
        for (ResourceEventHandler<T> handler : handlers) {
            try {
                handler.changed(from, now);
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                failed = true;
                log.error("An event handler failed for {}; it is called again later.", key, e);
            }
        }
        if (failed) {
            undelivered.put(key, new Undelivered<>(from));
            onFailure.run();
        }
    }

    /// Repeats the changes that a handler failed on.
    ///
    /// @return whether all handlers have everything now
    synchronized boolean redeliver() {
        Map.copyOf(undelivered).forEach((key, missed) -> {
            T now = objects.get(key);
            if (now == null && missed.before() == null) {
                undelivered.remove(key);
            } else {
                deliver(key, missed.before(), now);
            }
        });
        return undelivered.isEmpty();
    }
}
