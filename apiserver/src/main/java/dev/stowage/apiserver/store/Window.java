package dev.stowage.apiserver.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The recent changes of one resource, so that who resumes seldom has to read the file. Guarded by the [Hub].
final class Window {
    private static final long OBJECT_BYTES = 128;

    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private final long capacity;
    private long weight;
    private long start;

    /// @param start no change up to this revision is here, every later one is
    Window(long start, long capacity) {
        this.start = start;
        this.capacity = capacity;
    }

    /// About how much memory is kept by knowing a change: the newest state is in memory anyway.
    static long weight(Change change) {
        return OBJECT_BYTES
                + switch (change) {
                    case Change.Added _ -> 0;
                    case Change.Modified modified -> modified.before().value().length;
                    case Change.Removed removed ->
                        removed.now().value().length + removed.before().value().length;
                };
    }

    void add(List<Change> more) {
        for (Change change : more) {
            changes.add(change);
            weight += weight(change);
        }
        while (weight > capacity) {
            dropFirst();
        }
    }

    /// Forgets what nobody may ask for any more.
    void dropUpTo(long revision) {
        while (!changes.isEmpty() && changes.getFirst().now().revision() <= revision) {
            dropFirst();
        }
    }

    private void dropFirst() {
        Change first = changes.removeFirst();
        weight -= weight(first);
        start = first.now().revision();
    }

    /// All changes after a revision, when they are known here.
    Optional<List<Change>> after(long revision) {
        if (revision < start) {
            return Optional.empty();
        }
        List<Change> newestFirst = new ArrayList<>();
        Iterator<Change> backwards = changes.descendingIterator();
        while (backwards.hasNext()) {
            Change change = backwards.next();
            if (change.now().revision() <= revision) {
                break;
            }
            newestFirst.add(change);
        }
        return Optional.of(newestFirst.reversed());
    }
}
