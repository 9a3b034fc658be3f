package dev.stowage.apiserver.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A store in one SQLite file. All current objects are in memory; the file is read for history only.
public final class SqliteStore implements Store {
    private static final byte[] NOT_READ = {};

    private final FolderLock lock;
    private final Journal journal;
    private final History history;
    private final Hub hub;
    private final Writer writer;
    private final AtomicLong compacted;

    private SqliteStore(
            FolderLock lock, Journal journal, History history, Hub hub, Writer writer, AtomicLong compacted) {
        this.lock = lock;
        this.journal = journal;
        this.history = history;
        this.hub = hub;
        this.writer = writer;
        this.compacted = compacted;
    }

    /// @param folder is made when it is missing
    /// @throws IOException when another process uses it
    public static SqliteStore open(Path folder, StoreOptions options) throws IOException {
        Files.createDirectories(folder);
        FolderLock lock = FolderLock.take(folder);
        try {
            NativeLibrary.prepare(folder);
            return open(Database.in(folder), lock, options);
        } catch (SQLException e) {
            lock.close();
            throw new IOException("cannot open the store in %s: %s".formatted(folder, e.getMessage()), e);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static SqliteStore open(Database database, FolderLock lock, StoreOptions options)
            throws IOException, SQLException {
        Connection connection = database.openForWriting(options.fileBytes());
        try {
            Names names = new Names();
            Loading loading = Loading.from(connection, names);
            AtomicLong compacted = new AtomicLong(loading.compacted());
            Hub hub = new Hub(loading.snapshot(), options);
            Journal journal = new Journal(connection);
            Compaction compaction = new Compaction(journal, hub, options.retention(), compacted);
            Writer writer = new Writer(database, journal, hub, compaction, names, options.clock());
            writer.start();
            return new SqliteStore(lock, journal, new History(database, compacted::get), hub, writer, compacted);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public long revision() {
        return hub.seen().revision();
    }

    @Override
    public long compacted() {
        return compacted.get();
    }

    @Override
    public Optional<Entry> get(Key key) {
        return hub.seen().find(key);
    }

    @Override
    public Page list(String resource, String namespace) {
        Snapshot snapshot = hub.seen();
        return Snapshot.page(snapshot.shelf(resource), namespace, snapshot.revision(), Optional.empty(), 0);
    }

    @Override
    public Page listAt(String resource, String namespace, long revision, Optional<Key> after, int limit)
            throws CompactedException, FutureException, IOException {
        Snapshot snapshot = hub.seen();
        long wanted = revision == 0 ? snapshot.revision() : revision;
        require(wanted, snapshot);
        Shelf shelf = snapshot.shelf(resource);
        if (shelf.changed() <= wanted) {
            return Snapshot.page(shelf, namespace, wanted, after, limit);
        }
        Hub.Past past = hub.past(resource, wanted);
        if (past.since().isPresent()) {
            Shelf then = Snapshot.without(
                    past.snapshot().shelf(resource), past.since().get());
            return Snapshot.page(then, namespace, wanted, after, limit);
        }
        try {
            return read(past.snapshot(), resource, namespace, wanted, after, limit);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading the history of " + resource);
        }
    }

    private void require(long revision, Snapshot snapshot) throws CompactedException, FutureException {
        if (revision > snapshot.revision()) {
            throw new FutureException(
                    "revision %d has not been reached, the newest is %d".formatted(revision, snapshot.revision()));
        }
        history.requireHistory(revision);
    }

    /// Takes back the newer changes that the file knows, with empty objects in place of the states before
    /// them, and reads of those only what is on the page.
    private Page read(
            Snapshot snapshot, String resource, String namespace, long revision, Optional<Key> after, int limit)
            throws CompactedException, IOException, InterruptedException {
        ShelfEditor editor = new ShelfEditor(snapshot.shelf(resource));
        for (Map.Entry<Key, Long> state :
                history.statesBefore(resource, revision, snapshot.revision()).entrySet()) {
            if (state.getValue() == 0) {
                editor.remove(state.getKey());
            } else {
                editor.put(new Entry(state.getKey(), state.getValue(), NOT_READ, 0));
            }
        }
        Page page = Snapshot.page(editor.done(0), namespace, revision, after, limit);
        List<Entry> stubs = page.entries().stream()
                .filter(entry -> entry.value().length == 0)
                .toList();
        Map<Long, Entry> states = history.states(stubs, revision);
        List<Entry> whole = new ArrayList<>(page.entries());
        whole.replaceAll(entry -> states.getOrDefault(entry.revision(), entry));
        return new Page(whole, revision, page.remaining());
    }

    @Override
    public Entry write(Mutation mutation) throws ConflictException, IOException, InterruptedException {
        return writer.write(mutation);
    }

    @Override
    public Feed watch(String resource, String namespace, long after) throws CompactedException, FutureException {
        require(after, hub.seen());
        LiveFeed feed = hub.open(resource, namespace, after, history);
        try {
            // Compaction may have gone on in this moment.
            history.requireHistory(after);
            return feed;
        } catch (CompactedException e) {
            feed.close();
            throw e;
        }
    }

    /// Takes the history up to a revision away now, and not only when it is old.
    void compact(long revision) throws IOException, InterruptedException {
        writer.compact(revision);
    }

    @Override
    public boolean await(long revision, Duration patience) throws InterruptedException {
        return hub.await(revision, patience);
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            writer.close();
            hub.closeAll();
            history.close();
            journal.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while closing the store");
        } catch (SQLException e) {
            throw new IOException("cannot close the store: " + e.getMessage(), e);
        }
    }
}
