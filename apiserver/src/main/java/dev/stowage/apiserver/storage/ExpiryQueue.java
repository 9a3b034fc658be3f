package dev.stowage.apiserver.storage;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// The objects that expire, sorted by time. For one thread.
final class ExpiryQueue {
    private final TreeSet<StoredObject> entries =
            new TreeSet<>(Comparator.comparingLong(StoredObject::expiresAt).thenComparingLong(StoredObject::revision));

    static ExpiryQueue of(StorageSnapshot snapshot) {
        ExpiryQueue expiryQueue = new ExpiryQueue();
        for (ResourceSnapshot resourceSnapshot : snapshot.shelves().values()) {
            resourceSnapshot.slice(0, resourceSnapshot.size()).forEach(expiryQueue::add);
        }
        return expiryQueue;
    }

    private void add(StoredObject storedObject) {
        if (storedObject.expiresAt() > 0) {
            entries.add(storedObject);
        }
    }

    void forget(StoredObject storedObject) {
        entries.remove(storedObject);
    }

    void apply(ObjectChange objectChange) {
        objectChange.previous().ifPresent(this::forget);
        switch (objectChange) {
            case ObjectChange.Added added -> add(added.now());
            case ObjectChange.Modified modified -> add(modified.now());
            case ObjectChange.Removed _ -> {}
        }
    }

    /// When the first object expires, in milliseconds since 1970; far in the future if none does.
    long next() {
        return entries.isEmpty() ? Long.MAX_VALUE : entries.getFirst().expiresAt();
    }

    List<StoredObject> due(long now, int limit) {
        return entries.stream()
                .takeWhile(storedObject -> storedObject.expiresAt() <= now)
                .limit(limit)
                .toList();
    }
}
