package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The only thread that writes. All requests that arrive while it is busy are part of its next transaction,
/// which is synced once; only then are the writes visible and the callers notified. Between transactions it
/// compacts old history in small steps.
final class WriterThread {
    private static final Logger log = LoggerFactory.getLogger(WriterThread.class);
    private static final int WAITING = 4096;
    private static final int BATCH = 1024;

    /// The clock may be set, so it is checked again after this time in any case.
    private static final long LONGEST_WAIT_MILLIS = 30_000;

    /// How long compaction and expiry pause after a failure.
    private static final long REST_MILLIS = 5_000;

    private final WriteQueue<Request> writeQueue = new WriteQueue<>(WAITING);
    private final SqliteDatabase sqliteDatabase;
    private final SqliteChangeLog sqliteChangeLog;
    private final WatchCache watchCache;
    private final Compaction compaction;
    private final KeyInterning keyInterning;
    private final InstantSource clock;
    private final ExpiryQueue expiryQueue;
    private final Thread thread;
    private long newest;
    private long pausedUntil;

    /// Whether the disk was full at the last write; reported once.
    private boolean full;

    private volatile @Nullable String broken;

    WriterThread(
            SqliteDatabase sqliteDatabase,
            SqliteChangeLog sqliteChangeLog,
            WatchCache watchCache,
            Compaction compaction,
            KeyInterning keyInterning,
            InstantSource clock) {
        this.sqliteDatabase = sqliteDatabase;
        this.sqliteChangeLog = sqliteChangeLog;
        this.watchCache = watchCache;
        this.compaction = compaction;
        this.keyInterning = keyInterning;
        this.clock = clock;
        this.newest = watchCache.snapshot().revision();
        this.expiryQueue = ExpiryQueue.of(watchCache.snapshot());
        this.thread = Thread.ofPlatform().daemon().name("store-writer").unstarted(this::run);
    }

    private sealed interface Request {
        CompletableFuture<?> answer();
    }

    private record Write(ObjectWrite objectWrite, CompletableFuture<StoredObject> answer) implements Request {}

    private record Compact(long revision, CompletableFuture<Long> answer) implements Request {}

    void start() {
        thread.start();
    }

    StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
        Write write = new Write(objectWrite, new CompletableFuture<>());
        writeQueue.put(write);
        try {
            return write.answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ConflictException conflict) {
                throw conflict;
            }
            throw failed(e);
        }
    }

    void compact(long revision) throws IOException, InterruptedException {
        Compact compact = new Compact(revision, new CompletableFuture<>());
        writeQueue.put(compact);
        try {
            compact.answer.get();
        } catch (ExecutionException e) {
            throw failed(e);
        }
    }

    private static IOException failed(ExecutionException e) {
        return switch (e.getCause()) {
            case RuntimeException violation -> throw violation;
            case null, default ->
                new StorageException(
                        e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage()), e);
        };
    }

    private void run() {
        try {
            while (!writeQueue.isDone()) {
                List<Request> requests = writeQueue.take(BATCH, nanosUntilWork());
                handle(requests);
                compactALittle(requests.size());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the writer thread was interrupted", e);
        }
    }

    private long nanosUntilWork() {
        long now = clock.millis();
        if (broken != null || now < pausedUntil) {
            return TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
        }
        if (compaction.hasWork()) {
            return 0;
        }
        long next = Math.min(expiryQueue.next(), compaction.next());
        return TimeUnit.MILLISECONDS.toNanos(Math.clamp(next - now, 0, LONGEST_WAIT_MILLIS));
    }

    private void handle(List<Request> requests) {
        try {
            List<Runnable> answers = new ArrayList<>(requests.size());
            WriteBatch writeBatch = new WriteBatch(watchCache.snapshot(), newest, keyInterning);
            for (Request request : requests) {
                switch (request) {
                    case Write write -> answers.add(add(writeBatch, write));
                    case Compact compact -> answers.add(() -> compact(compact));
                }
            }
            addExpired(writeBatch);
            if (!writeBatch.changes().isEmpty()) {
                put(writeBatch);
            }
            answers.forEach(Runnable::run);
        } catch (IOException e) {
            pause();
            fail(requests, e);
        } catch (RuntimeException | Error e) {
            log.error("Unexpected error in the writer of {}; the store is now read-only.", sqliteDatabase, e);
            broken = e.toString();
            fail(requests, new IOException("the write failed: " + e, e));
        }
    }

    private static void fail(List<Request> requests, IOException failure) {
        requests.forEach(request -> request.answer().completeExceptionally(failure));
    }

    /// The result to return when the batch is on disk. A conflict waits for that too, because it may be with a
    /// write of this batch.
    private static Runnable add(WriteBatch writeBatch, Write write) {
        try {
            StoredObject storedObject = writeBatch.add(write.objectWrite);
            return () -> write.answer.complete(storedObject);
        } catch (ConflictException | RuntimeException e) {
            return () -> write.answer.completeExceptionally(e);
        }
    }

    private void addExpired(WriteBatch writeBatch) {
        long now = clock.millis();
        if (now < pausedUntil) {
            return;
        }
        for (StoredObject due : expiryQueue.due(now, BATCH)) {
            try {
                // A write of this batch may have changed it and extended its lifetime.
                if (writeBatch
                        .current(due.key())
                        .filter(current -> current.revision() == due.revision())
                        .isPresent()) {
                    writeBatch.add(new ObjectWrite.Remove(due.key(), due.revision(), ObjectDraft.of(due)));
                }
            } catch (ConflictException | IllegalArgumentException | UncheckedIOException e) {
                log.error("Cannot delete the expired object {}.", due.key(), e);
                expiryQueue.forget(due);
            }
        }
    }

    private void put(WriteBatch writeBatch) throws IOException {
        if (broken != null) {
            throw new IOException("cannot write to %s: an earlier write failed: %s (fix the cause and restart)"
                    .formatted(sqliteDatabase.file(), broken));
        }
        // Revisions of a failed batch are not reused.
        newest = writeBatch.revision();
        try {
            sqliteChangeLog.append(writeBatch.changes());
        } catch (SQLException e) {
            throw failure(e);
        }
        if (full) {
            full = false;
            log.info("There is space for {} again; writes are accepted.", sqliteDatabase.file());
        }
        Map<String, List<ObjectChange>> changes = writeBatch.byResource();
        watchCache.publish(watchCache.snapshot().with(changes, newest), changes);
        writeBatch.changes().forEach(expiryQueue::apply);
    }

    private IOException failure(SQLException e) {
        SQLiteErrorCode code =
                e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        if (code == SQLiteErrorCode.SQLITE_FULL) {
            if (!full) {
                full = true;
                log.warn(
                        "Cannot write to {}: no space left on device. Writes are refused until there is space.",
                        sqliteDatabase.file());
            }
            return new IOException("cannot write to %s: no space left on device".formatted(sqliteDatabase.file()), e);
        }
        if (code == SQLiteErrorCode.SQLITE_BUSY) {
            return new IOException("cannot write to %s: locked by another process".formatted(sqliteDatabase.file()), e);
        }
        // After a failed sync it is unknown what is on disk, and a second sync may succeed without it.
        broken = String.valueOf(e.getMessage());
        log.error("Cannot write to {}; the store is now read-only.", sqliteDatabase.file(), e);
        return new IOException("cannot write to %s: %s".formatted(sqliteDatabase.file(), e.getMessage()), e);
    }

    private void compactALittle(int busy) {
        long now = clock.millis();
        compaction.note(now);
        if (broken == null && now >= pausedUntil && compaction.hasWork()) {
            try {
                compaction.step(busy);
            } catch (SQLException e) {
                pause();
                log.warn(
                        "Cannot compact the history, trying again later: {}",
                        failure(e).getMessage());
            } catch (RuntimeException e) {
                // Without its thread, no write would ever be answered again.
                pause();
                log.error("Unexpected error while compacting {}; trying again later.", sqliteDatabase, e);
            }
        }
    }

    private void compact(Compact compact) {
        try {
            compaction.aimFor(compact.revision);
            while (compaction.hasWork()) {
                compaction.step(0);
            }
            compact.answer.complete(compact.revision);
        } catch (SQLException e) {
            compact.answer.completeExceptionally(failure(e));
        }
    }

    private void pause() {
        pausedUntil = clock.millis() + REST_MILLIS;
    }

    /// Finishes the accepted writes.
    void close() throws InterruptedException {
        writeQueue.close();
        thread.join();
    }
}
