package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// First returns earlier changes, from memory or page by page from the file, then new ones. The writer adds
/// changes and never waits; one reader takes them.
final class CachedStorageWatch implements StorageWatch {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final WatchCache watchCache;
    private final SqliteHistory sqliteHistory;
    private final StorageOptions options;
    private final String resource;
    private final String namespace;

    private final ArrayDeque<ObjectChange> waiting = new ArrayDeque<>();
    private List<ObjectChange> known = List.of();
    private long weight;
    private long reached;
    private long historyEnd;
    private boolean slow;
    private boolean closed;

    CachedStorageWatch(
            WatchCache watchCache,
            SqliteHistory sqliteHistory,
            StorageOptions options,
            String resource,
            String namespace) {
        this.watchCache = watchCache;
        this.sqliteHistory = sqliteHistory;
        this.options = options;
        this.resource = resource;
        this.namespace = namespace;
    }

    /// @param changes the recent changes that are in memory
    /// @param from the reader already has all changes up to this revision
    /// @param to the file must be read up to this revision
    void start(List<ObjectChange> changes, long from, long to) {
        lock.lock();
        try {
            known = changes.stream().filter(this::isWanted).toList();
            reached = from;
            historyEnd = to;
        } finally {
            lock.unlock();
        }
    }

    private boolean isWanted(ObjectChange objectChange) {
        return namespace.isEmpty() || objectChange.now().key().namespace().equals(namespace);
    }

    /// New changes, from the writer.
    void offer(List<ObjectChange> changes) {
        lock.lock();
        try {
            if (slow || closed) {
                return;
            }
            for (ObjectChange objectChange : changes) {
                if (isWanted(objectChange)) {
                    waiting.add(objectChange);
                    weight += RecentChanges.weight(objectChange);
                }
            }
            if (waiting.size() > options.feedChanges() || weight > options.feedBytes()) {
                slow = true;
                forget();
            }
            if (slow || !waiting.isEmpty()) {
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        waiting.clear();
        weight = 0;
        known = List.of();
    }

    @Override
    public List<ObjectChange> next(Duration patience) throws SlowWatcherException, IOException, InterruptedException {
        while (isReadingHistory()) {
            List<ObjectChange> page = readHistory();
            if (!page.isEmpty()) {
                return page;
            }
        }
        lock.lockInterruptibly();
        try {
            long remaining = patience.toNanos();
            while (waiting.isEmpty() && known.isEmpty() && !slow && !closed && remaining > 0) {
                remaining = arrived.awaitNanos(remaining);
            }
            checkOpen();
            List<ObjectChange> next = known.isEmpty() ? new ArrayList<>(waiting) : known;
            if (known.isEmpty()) {
                waiting.clear();
                weight = 0;
            }
            known = List.of();
            if (!next.isEmpty()) {
                reached = next.getLast().now().revision();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() throws SlowWatcherException, IOException {
        if (closed) {
            throw new IOException("the watch of %s is closed".formatted(resource));
        }
        if (slow) {
            throw new SlowWatcherException("the watcher of %s is too slow".formatted(resource));
        }
    }

    private boolean isReadingHistory() throws SlowWatcherException, IOException {
        lock.lock();
        try {
            checkOpen();
            return reached < historyEnd;
        } finally {
            lock.unlock();
        }
    }

    /// Only the reader changes these fields, so they can be read here without the lock.
    private List<ObjectChange> readHistory() throws SlowWatcherException, IOException, InterruptedException {
        SqliteHistory.Section section;
        try {
            section = sqliteHistory.changes(resource, namespace, reached, historyEnd);
        } catch (RevisionCompactedException e) {
            throw new SlowWatcherException("the watcher of %s is too slow: %s".formatted(resource, e.getMessage()));
        }
        lock.lock();
        try {
            reached = section.end();
            return section.changes();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long revision() {
        // Read first: all changes up to there are in the queue now, or were taken from it.
        long delivered = watchCache.deliveredRevision();
        lock.lock();
        try {
            if (slow || closed || !known.isEmpty() || reached < historyEnd) {
                return reached;
            }
            long ahead =
                    waiting.isEmpty() ? delivered : waiting.getFirst().now().revision() - 1;
            return Math.max(reached, ahead);
        } finally {
            lock.unlock();
        }
    }

    /// Notifies the reader for the last time.
    void end() {
        lock.lock();
        try {
            closed = true;
            forget();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        watchCache.close(this, resource);
        end();
    }
}
