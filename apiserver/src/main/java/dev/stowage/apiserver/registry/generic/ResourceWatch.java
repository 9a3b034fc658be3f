package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.selectors.SelectionPredicate;
import dev.stowage.apiserver.storage.ObjectChange;
import dev.stowage.apiserver.storage.SlowWatcherException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// One watch of a resource. For one thread.
public final class ResourceWatch implements AutoCloseable {
    private static final Duration BOOKMARKS = Duration.ofMinutes(1);
    /// This long before its end a watch sends a bookmark, so that the next one does not repeat everything.
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final List<WatchEvent> initial;
    private final StorageWatch storageWatch;
    private final SelectionPredicate selectionPredicate;
    private final InstantSource clock;
    private final Instant end;
    private final boolean bookmarks;
    private final long after;
    private Instant nextBookmark;
    private long sentRevision;
    private boolean begun;

    /// @param after changes up to this revision are skipped
    ResourceWatch(
            List<WatchEvent> initial,
            StorageWatch storageWatch,
            SelectionPredicate selectionPredicate,
            InstantSource clock,
            Instant end,
            boolean bookmarks,
            long after) {
        this.initial = initial;
        this.storageWatch = storageWatch;
        this.selectionPredicate = selectionPredicate;
        this.clock = clock;
        this.end = end;
        this.bookmarks = bookmarks;
        this.after = after;
        this.nextBookmark = bookmark(clock.instant());
    }

    private Instant bookmark(Instant now) {
        Instant regular = now.plus(BOOKMARKS);
        Instant farewell = end.minus(FAREWELL);
        return farewell.isAfter(now) && farewell.isBefore(regular) ? farewell : regular;
    }

    public boolean isOver() {
        return !clock.instant().isBefore(end);
    }

    /// The next events; empty when the watch has ended, or if there were none for some time.
    ///
    /// @throws SlowWatcherException if the watcher is too slow
    public List<WatchEvent> next() throws SlowWatcherException, InterruptedException, IOException {
        if (!begun) {
            begun = true;
            if (!initial.isEmpty()) {
                return initial;
            }
        }
        Instant now = clock.instant();
        Instant until = bookmarks && nextBookmark.isBefore(end) ? nextBookmark : end;
        Duration patience = Duration.between(now, until);
        // A watch that was blocked until its timeout still sends the available events.
        List<ObjectChange> changes = storageWatch.next(patience.isPositive() ? patience : Duration.ZERO);
        List<WatchEvent> events = new ArrayList<>(changes.size());
        for (ObjectChange objectChange : changes) {
            if (objectChange.now().revision() > after) {
                sentRevision = objectChange.now().revision();
                event(objectChange, events);
            }
        }
        if (bookmarks && !clock.instant().isBefore(nextBookmark)) {
            nextBookmark = bookmark(clock.instant());
            long reached = Math.max(storageWatch.revision(), Math.max(after, sentRevision));
            events.add(new WatchEvent.Bookmark(reached, false));
        }
        return events;
    }

    private void event(ObjectChange objectChange, List<WatchEvent> events) {
        boolean was = objectChange.previous().map(this::matches).orElse(false);
        boolean is = !(objectChange instanceof ObjectChange.Removed) && matches(objectChange.now());
        if (is && was) {
            events.add(new WatchEvent.Modified(objectChange.now()));
        } else if (is) {
            events.add(new WatchEvent.Added(objectChange.now()));
        } else if (was) {
            events.add(new WatchEvent.Deleted(gone(objectChange)));
        }
    }

    /// An object that no longer matches is sent in its last matching state, with the revision of the change.
    private static StoredObject gone(ObjectChange objectChange) {
        if (!(objectChange instanceof ObjectChange.Modified modified)) {
            return objectChange.now();
        }
        long revision = objectChange.now().revision();
        ObjectNode before = Json.stored(modified.before().value());
        JsonTree.ensure(before, "metadata").put("resourceVersion", Long.toString(revision));
        return new StoredObject(objectChange.now().key(), revision, Json.write(before), 0);
    }

    private boolean matches(StoredObject storedObject) {
        return selectionPredicate.isEverything() || selectionPredicate.matches(storedObject);
    }

    @Override
    public void close() {
        storageWatch.close();
    }
}
