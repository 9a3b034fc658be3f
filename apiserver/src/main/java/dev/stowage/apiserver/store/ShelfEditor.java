package dev.stowage.apiserver.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes a shelf that differs from another in some objects. For one thread.
final class ShelfEditor {
    /// A change copies one part, so a part is small; a list walks over all of them, so it is not tiny.
    private static final int FULL = 128;

    private Entry[][] parts;
    private boolean own;

    ShelfEditor(Shelf shelf) {
        this.parts = shelf.parts();
    }

    /// Of objects in their order, all at once.
    static Shelf filled(List<Entry> sorted, long changed) {
        int step = FULL * 3 / 4;
        List<Entry[]> parts = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i += step) {
            parts.add(sorted.subList(i, Math.min(i + step, sorted.size())).toArray(Entry[]::new));
        }
        return new Shelf(parts.toArray(Entry[][]::new), changed);
    }

    void put(Entry entry) {
        if (parts.length == 0) {
            spread(0, 0, new Entry[] {entry});
            return;
        }
        int at = Math.max(0, Shelf.partOf(parts, entry.key()));
        Entry[] part = parts[at];
        int place = Shelf.placeIn(part, entry.key());
        if (place >= 0) {
            Entry[] copy = part.clone();
            copy[place] = entry;
            spread(at, 1, copy);
            return;
        }
        place = -place - 1;
        Entry[] copy = new Entry[part.length + 1];
        System.arraycopy(part, 0, copy, 0, place);
        copy[place] = entry;
        System.arraycopy(part, place, copy, place + 1, part.length - place);
        if (copy.length <= FULL) {
            spread(at, 1, copy);
        } else {
            // Names often grow; a part that was filled from its end stays full.
            int cut = place == part.length ? FULL : copy.length / 2;
            spread(at, 1, Arrays.copyOf(copy, cut), Arrays.copyOfRange(copy, cut, copy.length));
        }
    }

    void remove(Key key) {
        int at = Shelf.partOf(parts, key);
        int place = at < 0 ? -1 : Shelf.placeIn(parts[at], key);
        if (place < 0) {
            return;
        }
        Entry[] part = parts[at];
        if (part.length == 1) {
            spread(at, 1);
            return;
        }
        Entry[] copy = new Entry[part.length - 1];
        System.arraycopy(part, 0, copy, 0, place);
        System.arraycopy(part, place + 1, copy, place, part.length - place - 1);
        if (at > 0 && copy.length + parts[at - 1].length <= FULL / 2) {
            Entry[] joined = Arrays.copyOf(parts[at - 1], parts[at - 1].length + copy.length);
            System.arraycopy(copy, 0, joined, parts[at - 1].length, copy.length);
            spread(at - 1, 2, joined);
        } else {
            spread(at, 1, copy);
        }
    }

    /// Puts some parts in place of others.
    private void spread(int at, int old, Entry[]... fresh) {
        if (own && old == fresh.length) {
            System.arraycopy(fresh, 0, parts, at, old);
            return;
        }
        Entry[][] next = new Entry[parts.length - old + fresh.length][];
        System.arraycopy(parts, 0, next, 0, at);
        System.arraycopy(fresh, 0, next, at, fresh.length);
        System.arraycopy(parts, at + old, next, at + fresh.length, parts.length - at - old);
        parts = next;
        own = true;
    }

    Shelf done(long changed) {
        own = false;
        return new Shelf(parts, changed);
    }
}
