package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.select.Selection;
import dev.stowage.apiserver.store.Change;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Feed;
import dev.stowage.apiserver.store.TooSlowException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// What one watcher sees of a resource. For one thread.
public final class Watch implements AutoCloseable {
    private static final Duration BOOKMARKS = Duration.ofMinutes(1);
    /// So long before its end a watch says how far it got, so that the next one need not tell it all again.
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final List<WatchEvent> initial;
    private final Feed feed;
    private final Selection selection;
    private final InstantSource clock;
    private final Instant end;
    private final boolean bookmarks;
    private final long after;
    private Instant nextBookmark;
    private long told;
    private boolean begun;

    /// @param after changes up to here are not of interest
    Watch(
            List<WatchEvent> initial,
            Feed feed,
            Selection selection,
            InstantSource clock,
            Instant end,
            boolean bookmarks,
            long after) {
        this.initial = initial;
        this.feed = feed;
        this.selection = selection;
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

    /// The next events; none when it is over, or when there is nothing to tell but time has passed.
    ///
    /// @throws TooSlowException when the watcher did not keep up
    public List<WatchEvent> next() throws TooSlowException, InterruptedException, IOException {
        if (!begun) {
            begun = true;
            if (!initial.isEmpty()) {
                return initial;
            }
        }
        Instant now = clock.instant();
        Instant until = bookmarks && nextBookmark.isBefore(end) ? nextBookmark : end;
        Duration patience = Duration.between(now, until);
        // Who was held up until its time was over still tells what there is.
        List<Change> changes = feed.next(patience.isPositive() ? patience : Duration.ZERO);
        List<WatchEvent> events = new ArrayList<>(changes.size());
        for (Change change : changes) {
            if (change.now().revision() > after) {
                told = change.now().revision();
                event(change, events);
            }
        }
        if (bookmarks && !clock.instant().isBefore(nextBookmark)) {
            nextBookmark = bookmark(clock.instant());
            long reached = Math.max(feed.revision(), Math.max(after, told));
            events.add(new WatchEvent.Bookmark(reached, false));
        }
        return events;
    }

    private void event(Change change, List<WatchEvent> events) {
        boolean was = change.previous().map(this::matches).orElse(false);
        boolean is = !(change instanceof Change.Removed) && matches(change.now());
        if (is && was) {
            events.add(new WatchEvent.Modified(change.now()));
        } else if (is) {
            events.add(new WatchEvent.Added(change.now()));
        } else if (was) {
            events.add(new WatchEvent.Deleted(gone(change)));
        }
    }

    /// One that does not match any more is shown as it was, under the revision at which it ceased to.
    private static Entry gone(Change change) {
        if (!(change instanceof Change.Modified modified)) {
            return change.now();
        }
        long revision = change.now().revision();
        ObjectNode before = Json.stored(modified.before().value());
        Tree.ensure(before, "metadata").put("resourceVersion", Long.toString(revision));
        return new Entry(change.now().key(), revision, Json.write(before), 0);
    }

    private boolean matches(Entry entry) {
        return selection.isEverything() || selection.matches(entry);
    }

    @Override
    public void close() {
        feed.close();
    }
}
