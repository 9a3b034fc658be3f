package dev.stowage.apiserver.store;

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

/// The one thread that writes. Whatever was brought to it while it was busy goes into its next transaction,
/// which is synced once; only then is it shown, and those who brought it are answered. Between two
/// transactions it takes old history away, a little at a time.
final class Writer {
    private static final Logger log = LoggerFactory.getLogger(Writer.class);
    private static final int WAITING = 4096;
    private static final int BATCH = 1024;

    /// The clock may be set, so it is looked at again after this time in any case.
    private static final long LONGEST_WAIT_MILLIS = 30_000;

    /// How long its own work rests after it failed.
    private static final long REST_MILLIS = 5_000;

    private final Inbox<Request> inbox = new Inbox<>(WAITING);
    private final Database database;
    private final Journal journal;
    private final Hub hub;
    private final Compaction compaction;
    private final Names names;
    private final InstantSource clock;
    private final Expiries expiries;
    private final Thread thread;
    private long newest;
    private long restsUntil;
    private volatile @Nullable String broken;

    Writer(Database database, Journal journal, Hub hub, Compaction compaction, Names names, InstantSource clock) {
        this.database = database;
        this.journal = journal;
        this.hub = hub;
        this.compaction = compaction;
        this.names = names;
        this.clock = clock;
        this.newest = hub.seen().revision();
        this.expiries = Expiries.of(hub.seen());
        this.thread = Thread.ofPlatform().daemon().name("store-writer").unstarted(this::run);
    }

    private sealed interface Request {
        CompletableFuture<?> answer();
    }

    private record Write(Mutation mutation, CompletableFuture<Entry> answer) implements Request {}

    private record Compact(long revision, CompletableFuture<Long> answer) implements Request {}

    void start() {
        thread.start();
    }

    Entry write(Mutation mutation) throws ConflictException, IOException, InterruptedException {
        Write write = new Write(mutation, new CompletableFuture<>());
        inbox.put(write);
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
        inbox.put(compact);
        try {
            compact.answer.get();
        } catch (ExecutionException e) {
            throw failed(e);
        }
    }

    private static IOException failed(ExecutionException e) {
        return switch (e.getCause()) {
            case RuntimeException mistake -> throw mistake;
            case null, default ->
                new IOException(e.getCause() == null ? "" : e.getCause().getMessage(), e);
        };
    }

    private void run() {
        try {
            while (!inbox.isDone()) {
                List<Request> requests = inbox.take(BATCH, nanosUntilWork());
                handle(requests);
                compactALittle(requests.size());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the writer", e);
        }
    }

    private long nanosUntilWork() {
        long now = clock.millis();
        if (broken != null || now < restsUntil) {
            return TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
        }
        if (compaction.hasWork()) {
            return 0;
        }
        long next = Math.min(expiries.next(), compaction.next());
        return TimeUnit.MILLISECONDS.toNanos(Math.clamp(next - now, 0, LONGEST_WAIT_MILLIS));
    }

    private void handle(List<Request> requests) {
        try {
            List<Runnable> answers = new ArrayList<>(requests.size());
            Batch batch = new Batch(hub.seen(), newest, names);
            for (Request request : requests) {
                switch (request) {
                    case Write write -> answers.add(add(batch, write));
                    case Compact compact -> answers.add(() -> compact(compact));
                }
            }
            addExpired(batch);
            if (!batch.changes().isEmpty()) {
                put(batch);
            }
            answers.forEach(Runnable::run);
        } catch (IOException e) {
            rest();
            fail(requests, e);
        } catch (RuntimeException | Error e) {
            log.error("The writer of {} met what it does not expect; the store is read-only from now on.", database, e);
            broken = e.toString();
            fail(requests, new IOException("the write failed: " + e, e));
        }
    }

    private static void fail(List<Request> requests, IOException failure) {
        requests.forEach(request -> request.answer().completeExceptionally(failure));
    }

    /// What to answer when the batch is on disk. Also a conflict waits for that: it may be with a write of
    /// this batch.
    private static Runnable add(Batch batch, Write write) {
        try {
            Entry entry = batch.add(write.mutation);
            return () -> write.answer.complete(entry);
        } catch (ConflictException | RuntimeException e) {
            return () -> write.answer.completeExceptionally(e);
        }
    }

    private void addExpired(Batch batch) {
        long now = clock.millis();
        if (now < restsUntil) {
            return;
        }
        for (Entry due : expiries.due(now, BATCH)) {
            try {
                // A write of this batch may have changed it, and prolonged its life.
                if (batch.current(due.key())
                        .filter(current -> current.revision() == due.revision())
                        .isPresent()) {
                    batch.add(new Mutation.Remove(due.key(), due.revision(), Draft.of(due)));
                }
            } catch (ConflictException | IllegalArgumentException | UncheckedIOException e) {
                log.error("{} is past its time but cannot be removed.", due.key(), e);
                expiries.forget(due);
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
        Map<String, List<Change>> changes = batch.byResource();
        hub.show(hub.seen().with(changes, newest), changes);
        batch.changes().forEach(expiries::apply);
    }

    private IOException failure(SQLException e) {
        SQLiteErrorCode code =
                e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        if (code == SQLiteErrorCode.SQLITE_FULL) {
            return new IOException("there is no space for more in %s".formatted(database.file()), e);
        }
        if (code == SQLiteErrorCode.SQLITE_BUSY) {
            return new IOException("another program has locked %s".formatted(database.file()), e);
        }
        // After a sync that failed nobody knows what is on disk, and a second sync may succeed without it.
        broken = String.valueOf(e.getMessage());
        log.error("Cannot write to {}; the store is read-only from now on.", database.file(), e);
        return new IOException("cannot write to %s: %s".formatted(database.file(), e.getMessage()), e);
    }

    private void compactALittle(int busy) {
        long now = clock.millis();
        compaction.note(now);
        if (broken == null && now >= restsUntil && compaction.hasWork()) {
            try {
                compaction.step(busy);
            } catch (SQLException e) {
                rest();
                log.warn("{}; old history stays for now.", failure(e).getMessage());
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

    private void rest() {
        restsUntil = clock.millis() + REST_MILLIS;
    }

    /// Finishes what was accepted.
    void close() throws InterruptedException {
        inbox.close();
        thread.join();
    }
}
