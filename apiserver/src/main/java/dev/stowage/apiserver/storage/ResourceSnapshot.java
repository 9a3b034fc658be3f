package dev.stowage.apiserver.storage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The objects of one resource at one moment, sorted by key. It is immutable, so readers need no lock:
/// a [ResourceSnapshotEditor] creates the next one, which shares nearly all of its parts with this one.
final class ResourceSnapshot {
    static final ResourceSnapshot EMPTY = new ResourceSnapshot(new StoredObject[0][], 0);

    private final StoredObject[][] parts;
    private final int size;
    private final long changed;

    /// @param parts none of which is empty
    /// @param changed the revision of the newest change of any object
    ResourceSnapshot(StoredObject[][] parts, long changed) {
        this.parts = parts;
        this.changed = changed;
        int count = 0;
        for (StoredObject[] part : parts) {
            count += part.length;
        }
        this.size = count;
    }

    int size() {
        return size;
    }

    long changed() {
        return changed;
    }

    StoredObject[][] parts() {
        return parts;
    }

    Optional<StoredObject> find(ObjectKey key) {
        int part = partOf(parts, key);
        if (part < 0) {
            return Optional.empty();
        }
        int place = placeIn(parts[part], key);
        return place < 0 ? Optional.empty() : Optional.of(parts[part][place]);
    }

    /// The last part that starts at or before the key; -1 when all parts start after it.
    static int partOf(StoredObject[][] parts, ObjectKey key) {
        int low = 0;
        int high = parts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (parts[middle][0].key().compareWithin(key) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /// The index as [Arrays#binarySearch] returns it.
    static int placeIn(StoredObject[] part, ObjectKey key) {
        int low = 0;
        int high = part.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = part[middle].key().compareWithin(key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /// The objects from one rank to before another; see [#rank].
    List<StoredObject> slice(int from, int to) {
        StoredObject[] slice = new StoredObject[to - from];
        int start = 0;
        for (StoredObject[] part : parts) {
            int first = Math.max(from, start);
            int last = Math.min(to, start + part.length);
            if (first < last) {
                System.arraycopy(part, first - start, slice, first - from, last - first);
            }
            start += part.length;
            if (start >= to) {
                break;
            }
        }
        return Collections.unmodifiableList(Arrays.asList(slice));
    }

    /// The rank of the first object of a namespace; an empty namespace means all.
    int start(String namespace) {
        return namespace.isEmpty() ? 0 : rank(key -> ObjectKey.compareNamespaces(key.namespace(), namespace) < 0);
    }

    int end(String namespace) {
        return namespace.isEmpty() ? size : rank(key -> ObjectKey.compareNamespaces(key.namespace(), namespace) <= 0);
    }

    int behind(ObjectKey key) {
        return rank(other -> other.compareWithin(key) <= 0);
    }

    /// The number of objects that fulfil a condition, which must be true for the first ones and false for the
    /// rest.
    private int rank(Predicate<ObjectKey> condition) {
        int low = 0;
        int high = parts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (condition.test(parts[middle][0].key())) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        if (high < 0) {
            return 0;
        }
        int rank = 0;
        for (int i = 0; i < high; i++) {
            rank += parts[i].length;
        }
        StoredObject[] part = parts[high];
        int within = 0;
        int end = part.length;
        while (within < end) {
            int middle = (within + end) >>> 1;
            if (condition.test(part[middle].key())) {
                within = middle + 1;
            } else {
                end = middle;
            }
        }
        return rank + within;
    }
}
