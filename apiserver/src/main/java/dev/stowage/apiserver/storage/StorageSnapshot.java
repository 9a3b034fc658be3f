package dev.stowage.apiserver.storage;

import dev.stowage.apiserver.storage.ObjectStore.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All current objects at one moment. It never changes.
record StorageSnapshot(long revision, Map<String, ResourceSnapshot> shelves) {

    StorageSnapshot {
        shelves = Map.copyOf(shelves);
    }

    ResourceSnapshot shelf(String resource) {
        return shelves.getOrDefault(resource, ResourceSnapshot.EMPTY);
    }

    Optional<StoredObject> find(ObjectKey key) {
        return shelf(key.resource()).find(key);
    }

    /// @param changes by resource, each in order
    StorageSnapshot with(Map<String, List<ObjectChange>> changes, long newRevision) {
        Map<String, ResourceSnapshot> next = new HashMap<>(shelves);
        changes.forEach((resource, some) -> {
            ResourceSnapshotEditor editor = new ResourceSnapshotEditor(shelf(resource));
            for (ObjectChange objectChange : some) {
                switch (objectChange) {
                    case ObjectChange.Added added -> editor.put(added.now());
                    case ObjectChange.Modified modified -> editor.put(modified.now());
                    case ObjectChange.Removed removed ->
                        editor.remove(removed.now().key());
                }
            }
            next.put(resource, editor.done(some.getLast().now().revision()));
        });
        return new StorageSnapshot(newRevision, next);
    }

    /// The snapshot of a resource before its latest changes.
    static ResourceSnapshot without(ResourceSnapshot resourceSnapshot, List<ObjectChange> changes) {
        ResourceSnapshotEditor editor = new ResourceSnapshotEditor(resourceSnapshot);
        for (ObjectChange objectChange : changes.reversed()) {
            objectChange
                    .previous()
                    .ifPresentOrElse(
                            editor::put, () -> editor.remove(objectChange.now().key()));
        }
        return editor.done(0);
    }

    static Page page(
            ResourceSnapshot resourceSnapshot, String namespace, long revision, Optional<ObjectKey> after, int limit) {
        int start = resourceSnapshot.start(namespace);
        int end = resourceSnapshot.end(namespace);
        int from = after.map(key -> Math.clamp(resourceSnapshot.behind(key), start, end))
                .orElse(start);
        int to = limit == 0 ? end : (int) Math.min(end, (long) from + limit);
        return new Page(resourceSnapshot.slice(from, to), revision, end - to);
    }
}
