package dev.stowage.apiserver.storage;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes old history, in steps so small that a write between two of them hardly waits. Everything except the
/// compacted revision is used by the writer thread only.
final class Compaction {
    private static final Logger log = LoggerFactory.getLogger(Compaction.class);
    private static final int STEP_REVISIONS = 500;
    private static final int SMALL_STEP_REVISIONS = 50;
    private static final int STEP_PAGES = 200;

    /// The file shrinks only when at least this many pages, and a quarter of all pages, are unused. Fewer pages
    /// are soon used again.
    private static final int SPARE_PAGES = 2000;

    private static final int MARKS = 20;

    private final SqliteChangeLog sqliteChangeLog;
    private final WatchCache watchCache;
    private final Duration retention;
    private final AtomicLong compacted;
    private final ArrayDeque<RevisionAtTime> marks = new ArrayDeque<>();
    /// Up to here the history is deleted, on disk.
    private long committed;

    private long target;
    private boolean shrinking;

    /// @param compacted increased before anything is deleted: readers check it afterwards
    Compaction(SqliteChangeLog sqliteChangeLog, WatchCache watchCache, Duration retention, AtomicLong compacted) {
        this.sqliteChangeLog = sqliteChangeLog;
        this.watchCache = watchCache;
        this.retention = retention;
        this.compacted = compacted;
        this.committed = compacted.get();
        this.target = committed;
    }

    /// The newest revision at a time, in milliseconds since 1970.
    private record RevisionAtTime(long at, long revision) {}

    /// Records the newest revision, and advances the compaction target by the retention time.
    void note(long now) {
        long newest = watchCache.snapshot().revision();
        if (marks.isEmpty() ? newest > target : newest > marks.getLast().revision() && now >= nextMark()) {
            marks.add(new RevisionAtTime(now, newest));
        }
        while (!marks.isEmpty() && marks.getFirst().at() + retention.toMillis() <= now) {
            aimFor(marks.removeFirst().revision());
        }
    }

    private long nextMark() {
        return marks.getLast().at() + retention.toMillis() / MARKS;
    }

    void aimFor(long revision) {
        target = Math.max(target, Math.min(revision, watchCache.snapshot().revision()));
    }

    boolean hasWork() {
        return shrinking || committed < target;
    }

    /// When to check the clock again.
    long next() {
        if (marks.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long end = marks.getFirst().at() + retention.toMillis();
        return watchCache.snapshot().revision() > marks.getLast().revision() ? Math.min(end, nextMark()) : end;
    }

    /// One small step, so that the next writes hardly wait.
    ///
    /// @param busy the number of writes since the last step: with more writes, more history is deleted. With none,
    ///     no caller waits
    void step(int busy) throws SQLException {
        if (committed < target) {
            int revisions = busy == 0 ? STEP_REVISIONS : Math.clamp(3L * busy, SMALL_STEP_REVISIONS, STEP_REVISIONS);
            long to = Math.min(committed + revisions, target);
            // If the step fails, readers lose this history too early, but the step is repeated from where it began.
            compacted.set(Math.max(compacted.get(), to));
            watchCache.forget(to);
            sqliteChangeLog.compact(committed, to);
            committed = to;
            shrinking = to == target;
            return;
        }
        SqliteChangeLog.Size size = sqliteChangeLog.size();
        shrinking = size.unused() > SPARE_PAGES && size.unused() > size.pages() / 4;
        if (shrinking) {
            sqliteChangeLog.shrink(STEP_PAGES);
        } else {
            log.debug("Compacted the history up to revision {}; the file has {} pages.", target, size.pages());
        }
    }
}
