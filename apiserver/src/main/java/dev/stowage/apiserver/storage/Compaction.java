package dev.stowage.apiserver.storage;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away history that is old enough, in steps so small that a write between two of them hardly waits.
/// All but the number that says how far it came is for the writer's thread.
final class Compaction {
    private static final Logger log = LoggerFactory.getLogger(Compaction.class);
    private static final int STEP_REVISIONS = 500;
    private static final int SMALL_STEP_REVISIONS = 50;
    private static final int STEP_PAGES = 200;

    /// A file shrinks only when that many of its pages, and a quarter of them all, are unused. Fewer are
    /// soon used again.
    private static final int SPARE_PAGES = 2000;

    private static final int MARKS = 20;

    private final SqliteChangeLog sqliteChangeLog;
    private final WatchCache watchCache;
    private final Duration retention;
    private final AtomicLong compacted;
    private final ArrayDeque<RevisionAtTime> marks = new ArrayDeque<>();
    private long target;
    private boolean shrinking;

    /// @param compacted increased before anything is deleted: readers check it afterwards
    Compaction(SqliteChangeLog sqliteChangeLog, WatchCache watchCache, Duration retention, AtomicLong compacted) {
        this.sqliteChangeLog = sqliteChangeLog;
        this.watchCache = watchCache;
        this.retention = retention;
        this.compacted = compacted;
        this.target = compacted.get();
    }

    /// At that time, in milliseconds since 1970, this was the newest revision.
    private record RevisionAtTime(long at, long revision) {}

    /// Looks at the clock.
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
        return shrinking || compacted.get() < target;
    }

    /// When to check the clock again.
    long next() {
        if (marks.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long end = marks.getFirst().at() + retention.toMillis();
        return watchCache.snapshot().revision() > marks.getLast().revision() ? Math.min(end, nextMark()) : end;
    }

    /// A step that the next writes will hardly notice.
    ///
    /// @param busy the number of writes since the last step: with more writes, more history is deleted. With none,
    ///     no caller waits
    void step(int busy) throws SQLException {
        long from = compacted.get();
        if (from < target) {
            int revisions = busy == 0 ? STEP_REVISIONS : Math.clamp(3L * busy, SMALL_STEP_REVISIONS, STEP_REVISIONS);
            long to = Math.min(from + revisions, target);
            compacted.set(to);
            watchCache.forget(to);
            sqliteChangeLog.compact(from, to);
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
