package dev.stowage.apiserver.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Creates a [ResourceSnapshot] that differs from another one in some objects. For one thread.
final class ResourceSnapshotEditor {
    /// A change copies one part, so a part is small; a list walks over all of them, so it is not tiny.
    private static final int FULL = 128;

    private StoredObject[][] parts;
    private boolean own;

    ResourceSnapshotEditor(ResourceSnapshot resourceSnapshot) {
        this.parts = resourceSnapshot.parts();
    }

    /// Creates a snapshot from sorted objects.
    static ResourceSnapshot filled(List<StoredObject> sorted, long changed) {
        int step = FULL * 3 / 4;
        List<StoredObject[]> parts = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i += step) {
            parts.add(sorted.subList(i, Math.min(i + step, sorted.size())).toArray(StoredObject[]::new));
        }
        return new ResourceSnapshot(parts.toArray(StoredObject[][]::new), changed);
    }

    void put(StoredObject storedObject) {
        if (parts.length == 0) {
            spread(0, 0, new StoredObject[] {storedObject});
            return;
        }
        int at = Math.max(0, ResourceSnapshot.partOf(parts, storedObject.key()));
        StoredObject[] part = parts[at];
        int place = ResourceSnapshot.placeIn(part, storedObject.key());
        if (place >= 0) {
            StoredObject[] copy = part.clone();
            copy[place] = storedObject;
            spread(at, 1, copy);
            return;
        }
        place = -place - 1;
        StoredObject[] copy = new StoredObject[part.length + 1];
        System.arraycopy(part, 0, copy, 0, place);
        copy[place] = storedObject;
        System.arraycopy(part, place, copy, place + 1, part.length - place);
        if (copy.length <= FULL) {
            spread(at, 1, copy);
        } else {
            // New names often sort last, so a part that was filled from its end stays full.
            int cut = place == part.length ? FULL : copy.length / 2;
            spread(at, 1, Arrays.copyOf(copy, cut), Arrays.copyOfRange(copy, cut, copy.length));
        }
    }

    void remove(ObjectKey key) {
        int at = ResourceSnapshot.partOf(parts, key);
        int place = at < 0 ? -1 : ResourceSnapshot.placeIn(parts[at], key);
        if (place < 0) {
            return;
        }
        StoredObject[] part = parts[at];
        if (part.length == 1) {
            spread(at, 1);
            return;
        }
        StoredObject[] copy = new StoredObject[part.length - 1];
        System.arraycopy(part, 0, copy, 0, place);
        System.arraycopy(part, place + 1, copy, place, part.length - place - 1);
        if (at > 0 && copy.length + parts[at - 1].length <= FULL / 2) {
            StoredObject[] joined = Arrays.copyOf(parts[at - 1], parts[at - 1].length + copy.length);
            System.arraycopy(copy, 0, joined, parts[at - 1].length, copy.length);
            spread(at - 1, 2, joined);
        } else {
            spread(at, 1, copy);
        }
    }

    /// Replaces some parts with others.
    private void spread(int at, int old, StoredObject[]... fresh) {
        if (own && old == fresh.length) {
            System.arraycopy(fresh, 0, parts, at, old);
            return;
        }
        StoredObject[][] next = new StoredObject[parts.length - old + fresh.length][];
        System.arraycopy(parts, 0, next, 0, at);
        System.arraycopy(fresh, 0, next, at, fresh.length);
        System.arraycopy(parts, at + old, next, at + fresh.length, parts.length - at - old);
        parts = next;
        own = true;
    }

    ResourceSnapshot done(long changed) {
        own = false;
        return new ResourceSnapshot(parts, changed);
    }
}
