package dev.stowage.apiserver.storage;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The visible snapshot and its watchers. Safe for many threads: a snapshot is read without a lock; publishing
/// the next one and opening a watch exclude each other, so that a watch gets each change exactly once.
final class WatchCache {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<String, Channel> channels = new HashMap<>();
    private final StorageOptions options;
    private final long opened;
    private volatile StorageSnapshot seen;
    private volatile long deliveredRevision;

    WatchCache(StorageSnapshot seen, StorageOptions options) {
        this.seen = seen;
        this.opened = seen.revision();
        this.deliveredRevision = opened;
        this.options = options;
    }

    /// The recent changes and the watches of one resource.
    private record Channel(RecentChanges recentChanges, Set<CachedStorageWatch> feeds) {}

    StorageSnapshot snapshot() {
        return seen;
    }

    /// All watches have received all changes up to this revision.
    long deliveredRevision() {
        return deliveredRevision;
    }

    void publish(StorageSnapshot next, Map<String, List<ObjectChange>> changes) {
        lock.lock();
        try {
            seen = next;
            changes.forEach((resource, some) -> {
                Channel channel = channel(resource);
                channel.recentChanges.add(some);
                channel.feeds.forEach(feed -> feed.offer(some));
            });
            deliveredRevision = next.revision();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private Channel channel(String resource) {
        return channels.computeIfAbsent(
                resource, _ -> new Channel(new RecentChanges(opened, options.windowBytes()), new LinkedHashSet<>()));
    }

    /// @param after at most the visible revision
    CachedStorageWatch open(String resource, String namespace, long after, SqliteHistory sqliteHistory) {
        lock.lock();
        try {
            CachedStorageWatch feed = new CachedStorageWatch(this, sqliteHistory, options, resource, namespace);
            Optional<List<ObjectChange>> known = known(resource, after);
            known.ifPresentOrElse(
                    changes -> feed.start(changes, after, after), () -> feed.start(List.of(), after, seen.revision()));
            channel(resource).feeds.add(feed);
            return feed;
        } finally {
            lock.unlock();
        }
    }

    void close(CachedStorageWatch feed, String resource) {
        lock.lock();
        try {
            channel(resource).feeds.remove(feed);
        } finally {
            lock.unlock();
        }
    }

    void closeAll() {
        lock.lock();
        try {
            for (Channel channel : channels.values()) {
                channel.feeds.forEach(CachedStorageWatch::end);
                channel.feeds.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The current snapshot, and all changes of a resource after a revision if they are in memory.
    Past past(String resource, long revision) {
        lock.lock();
        try {
            return new Past(seen, known(resource, revision));
        } finally {
            lock.unlock();
        }
    }

    record Past(StorageSnapshot snapshot, Optional<List<ObjectChange>> since) {}

    private Optional<List<ObjectChange>> known(String resource, long revision) {
        if (seen.shelf(resource).changed() <= revision) {
            return Optional.of(List.of());
        }
        return channel(resource).recentChanges.after(revision);
    }

    void forget(long upTo) {
        lock.lock();
        try {
            channels.values().forEach(channel -> channel.recentChanges.dropUpTo(upTo));
        } finally {
            lock.unlock();
        }
    }

    boolean await(long revision, Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = patience.toNanos();
            while (seen.revision() < revision && remaining > 0) {
                remaining = moved.awaitNanos(remaining);
            }
            return seen.revision() >= revision;
        } finally {
            lock.unlock();
        }
    }
}
