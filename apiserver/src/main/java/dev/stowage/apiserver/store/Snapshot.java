package dev.stowage.apiserver.store;

import dev.stowage.apiserver.store.Store.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All current objects at one moment. It never changes.
record Snapshot(long revision, Map<String, Shelf> shelves) {

    Snapshot {
        shelves = Map.copyOf(shelves);
    }

    Shelf shelf(String resource) {
        return shelves.getOrDefault(resource, Shelf.EMPTY);
    }

    Optional<Entry> find(Key key) {
        return shelf(key.resource()).find(key);
    }

    /// @param changes by resource, each in order
    Snapshot with(Map<String, List<Change>> changes, long newRevision) {
        Map<String, Shelf> next = new HashMap<>(shelves);
        changes.forEach((resource, some) -> {
            ShelfEditor editor = new ShelfEditor(shelf(resource));
            for (Change change : some) {
                switch (change) {
                    case Change.Added added -> editor.put(added.now());
                    case Change.Modified modified -> editor.put(modified.now());
                    case Change.Removed removed -> editor.remove(removed.now().key());
                }
            }
            next.put(resource, editor.done(some.getLast().now().revision()));
        });
        return new Snapshot(newRevision, next);
    }

    /// A shelf as it was before some changes of it, which are all that there were since.
    static Shelf without(Shelf shelf, List<Change> changes) {
        ShelfEditor editor = new ShelfEditor(shelf);
        for (Change change : changes.reversed()) {
            change.previous()
                    .ifPresentOrElse(
                            editor::put, () -> editor.remove(change.now().key()));
        }
        return editor.done(0);
    }

    static Page page(Shelf shelf, String namespace, long revision, Optional<Key> after, int limit) {
        int start = shelf.start(namespace);
        int end = shelf.end(namespace);
        int from = after.map(key -> Math.clamp(shelf.behind(key), start, end)).orElse(start);
        int to = limit == 0 ? end : (int) Math.min(end, (long) from + limit);
        return new Page(shelf.slice(from, to), revision, end - to);
    }
}
