package dev.stowage.apiserver.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The recent changes of one resource, so that a resumed watch rarely reads the file. Guarded by the [WatchCache].
final class RecentChanges {
    private static final long OBJECT_BYTES = 128;

    private final ArrayDeque<ObjectChange> changes = new ArrayDeque<>();
    private final long capacity;
    private long weight;
    private long start;

    /// @param start the revision after which all changes are included
    RecentChanges(long start, long capacity) {
        this.start = start;
        this.capacity = capacity;
    }

    /// Approximate memory of a change: the newest state is in memory anyway.
    static long weight(ObjectChange objectChange) {
        return OBJECT_BYTES
                + switch (objectChange) {
                    case ObjectChange.Added _ -> 0;
                    case ObjectChange.Modified modified -> modified.before().value().length;
                    case ObjectChange.Removed removed ->
                        removed.now().value().length + removed.before().value().length;
                };
    }

    void add(List<ObjectChange> more) {
        for (ObjectChange objectChange : more) {
            changes.add(objectChange);
            weight += weight(objectChange);
        }
        while (weight > capacity) {
            dropFirst();
        }
    }

    /// Drops changes that can no longer be requested.
    void dropUpTo(long revision) {
        while (!changes.isEmpty() && changes.getFirst().now().revision() <= revision) {
            dropFirst();
        }
    }

    private void dropFirst() {
        ObjectChange first = changes.removeFirst();
        weight -= weight(first);
        start = first.now().revision();
    }

    /// All changes after a revision, if they are all in memory.
    Optional<List<ObjectChange>> after(long revision) {
        if (revision < start) {
            return Optional.empty();
        }
        List<ObjectChange> newestFirst = new ArrayList<>();
        Iterator<ObjectChange> backwards = changes.descendingIterator();
        while (backwards.hasNext()) {
            ObjectChange objectChange = backwards.next();
            if (objectChange.now().revision() <= revision) {
                break;
            }
            newestFirst.add(objectChange);
        }
        return Optional.of(newestFirst.reversed());
    }
}
