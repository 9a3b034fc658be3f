package dev.stowage.apiserver.store;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The one thread that writes. Whatever was brought to it while it was busy goes into its next transaction, which is
/// synced once; only then is it shown, and those who brought it are answered.
final class Writer {
    private static final Logger log = LoggerFactory.getLogger(Writer.class);
    private static final int WAITING = 4096;
    private static final int BATCH = 1024;

    private final Inbox<Request> inbox = new Inbox<>(WAITING);
    private final Database database;
    private final Journal journal;
    private final Hub hub;
    private final Names names;
    private final StoreOptions options;
    private final Expiries expiries;
    private final Thread thread;
    private long newest;
    private volatile @Nullable String broken;

    Writer(Database database, Journal journal, Hub hub, Names names, StoreOptions options) {
        this.database = database;
        this.journal = journal;
        this.hub = hub;
        this.names = names;
        this.options = options;
        this.newest = hub.seen().revision();
        this.expiries = Expiries.of(hub.seen());
        this.thread = Thread.ofPlatform().name("store-writer").unstarted(this::run);
    }

    private record Request(Mutation mutation, CompletableFuture<Entry> answer) {}

    void start() {
        thread.start();
    }

    Entry write(Mutation mutation) throws ConflictException, IOException, InterruptedException {
        Request request = new Request(mutation, new CompletableFuture<>());
        inbox.put(request);
        try {
            return request.answer.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case ConflictException conflict -> throw conflict;
                case IOException failure -> throw new IOException(failure.getMessage(), failure);
                case RuntimeException mistake -> throw mistake;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    private void run() {
        try {
            while (!inbox.isDone()) {
                write(inbox.take(BATCH, nanosUntilWork()));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the writer", e);
        }
    }

    private long nanosUntilWork() {
        return TimeUnit.MILLISECONDS.toNanos(
                Math.clamp(expiries.next() - options.clock().millis(), 0, 1000));
    }

    private void write(List<Request> requests) {
        Batch batch = new Batch(hub.seen(), newest, names);
        List<Runnable> answers = new ArrayList<>(requests.size());
        try {
            for (Request request : requests) {
                answers.add(add(batch, request));
            }
            addExpired(batch);
            if (!batch.changes().isEmpty()) {
                put(batch);
            }
            answers.forEach(Runnable::run);
        } catch (IOException e) {
            requests.forEach(request -> request.answer.completeExceptionally(e));
        } catch (RuntimeException | Error e) {
            log.error("The writer of {} met what it does not expect; nothing more is written.", database.file(), e);
            broken = e.toString();
            IOException failure = new IOException("the write failed: " + e, e);
            requests.forEach(request -> request.answer.completeExceptionally(failure));
        }
    }

    /// What to answer when the batch is on disk. Also a conflict waits for that: it may be with a write of this batch.
    private static Runnable add(Batch batch, Request request) {
        try {
            Entry entry = batch.add(request.mutation);
            return () -> request.answer.complete(entry);
        } catch (ConflictException | RuntimeException e) {
            return () -> request.answer.completeExceptionally(e);
        }
    }

    private void addExpired(Batch batch) {
        for (Key key : expiries.due(options.clock().millis(), BATCH)) {
            Entry entry = batch.current(key).orElse(null);
            // A write of this batch may have prolonged its life.
            if (entry != null
                    && entry.expiresAt() > 0
                    && entry.expiresAt() <= options.clock().millis()) {
                try {
                    batch.add(new Mutation.Remove(key, entry.revision(), Draft.of(entry)));
                } catch (ConflictException e) {
                    throw new IllegalStateException("the revision was read a moment ago", e);
                }
            }
        }
    }

    private void put(Batch batch) throws IOException {
        if (broken != null) {
            throw new IOException("%s is read-only since a write failed: %s; restart when the cause is gone"
                    .formatted(database.file(), broken));
        }
        // Also those of a batch that fails are never used again.
        newest = batch.revision();
        try {
            journal.append(batch.changes());
        } catch (SQLException e) {
            throw failure(e);
        }
        var changes = batch.byResource();
        hub.show(hub.seen().with(changes, newest), changes);
        batch.changes().forEach(expiries::apply);
    }

    private IOException failure(SQLException e) {
        if (e instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL) {
            return new IOException("there is no space for more in %s".formatted(database.file()), e);
        }
        // After a sync that failed nobody knows what is on disk, and a second sync may succeed without it.
        broken = String.valueOf(e.getMessage());
        log.error("Cannot write to {}; the store is read-only from now on.", database.file(), e);
        return new IOException("cannot write to %s: %s".formatted(database.file(), e.getMessage()), e);
    }

    /// Finishes what was accepted.
    void close() throws InterruptedException {
        inbox.close();
        thread.join();
    }
}
