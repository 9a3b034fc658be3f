package dev.stowage.apiserver.storage;

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
public final class SqliteObjectStore implements ObjectStore {
    private static final byte[] NOT_READ = {};

    private final DirectoryLock lock;
    private final SqliteChangeLog sqliteChangeLog;
    private final SqliteHistory sqliteHistory;
    private final WatchCache watchCache;
    private final WriterThread writerThread;
    private final AtomicLong compacted;

    private SqliteObjectStore(
            DirectoryLock lock,
            SqliteChangeLog sqliteChangeLog,
            SqliteHistory sqliteHistory,
            WatchCache watchCache,
            WriterThread writerThread,
            AtomicLong compacted) {
        this.lock = lock;
        this.sqliteChangeLog = sqliteChangeLog;
        this.sqliteHistory = sqliteHistory;
        this.watchCache = watchCache;
        this.writerThread = writerThread;
        this.compacted = compacted;
    }

    /// @param folder is created if missing
    /// @throws IOException when another process uses it
    public static SqliteObjectStore open(Path folder, StorageOptions options) throws IOException {
        Files.createDirectories(folder);
        DirectoryLock lock = DirectoryLock.take(folder);
        try {
            SqliteNativeLibrary.prepare(folder);
            return open(SqliteDatabase.in(folder), lock, options);
        } catch (SQLException e) {
            lock.close();
            throw new IOException("cannot open the store in %s: %s".formatted(folder, e.getMessage()), e);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static SqliteObjectStore open(SqliteDatabase sqliteDatabase, DirectoryLock lock, StorageOptions options)
            throws IOException, SQLException {
        Connection connection = sqliteDatabase.openForWriting(options.fileBytes());
        try {
            KeyInterning keyInterning = new KeyInterning();
            SnapshotLoader snapshotLoader = SnapshotLoader.from(connection, keyInterning);
            AtomicLong compacted = new AtomicLong(snapshotLoader.compacted());
            WatchCache watchCache = new WatchCache(snapshotLoader.snapshot(), options);
            SqliteChangeLog sqliteChangeLog = new SqliteChangeLog(connection);
            Compaction compaction = new Compaction(sqliteChangeLog, watchCache, options.retention(), compacted);
            WriterThread writerThread = new WriterThread(
                    sqliteDatabase, sqliteChangeLog, watchCache, compaction, keyInterning, options.clock());
            writerThread.start();
            return new SqliteObjectStore(
                    lock,
                    sqliteChangeLog,
                    new SqliteHistory(sqliteDatabase, compacted::get),
                    watchCache,
                    writerThread,
                    compacted);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public long revision() {
        return watchCache.snapshot().revision();
    }

    @Override
    public long compacted() {
        return compacted.get();
    }

    @Override
    public Optional<StoredObject> get(ObjectKey key) {
        return watchCache.snapshot().find(key);
    }

    @Override
    public Page list(String resource, String namespace) {
        StorageSnapshot snapshot = watchCache.snapshot();
        return StorageSnapshot.page(snapshot.shelf(resource), namespace, snapshot.revision(), Optional.empty(), 0);
    }

    @Override
    public Page listAt(String resource, String namespace, long revision, Optional<ObjectKey> after, int limit)
            throws RevisionCompactedException, FutureRevisionException, IOException {
        StorageSnapshot snapshot = watchCache.snapshot();
        long wanted = revision == 0 ? snapshot.revision() : revision;
        require(wanted, snapshot);
        ResourceSnapshot resourceSnapshot = snapshot.shelf(resource);
        if (resourceSnapshot.changed() <= wanted) {
            return StorageSnapshot.page(resourceSnapshot, namespace, wanted, after, limit);
        }
        WatchCache.Past past = watchCache.past(resource, wanted);
        if (past.since().isPresent()) {
            ResourceSnapshot then = StorageSnapshot.without(
                    past.snapshot().shelf(resource), past.since().get());
            return StorageSnapshot.page(then, namespace, wanted, after, limit);
        }
        try {
            return read(past.snapshot(), resource, namespace, wanted, after, limit);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading the history of " + resource);
        }
    }

    private void require(long revision, StorageSnapshot snapshot)
            throws RevisionCompactedException, FutureRevisionException {
        if (revision > snapshot.revision()) {
            throw new FutureRevisionException(
                    "revision %d is in the future (the newest is %d)".formatted(revision, snapshot.revision()));
        }
        sqliteHistory.requireHistory(revision);
    }

    /// Reverts the newer changes, with empty objects as placeholders for the previous states, and then reads only
    /// the states on the page from the file.
    private Page read(
            StorageSnapshot snapshot,
            String resource,
            String namespace,
            long revision,
            Optional<ObjectKey> after,
            int limit)
            throws RevisionCompactedException, IOException, InterruptedException {
        ResourceSnapshotEditor editor = new ResourceSnapshotEditor(snapshot.shelf(resource));
        for (Map.Entry<ObjectKey, Long> state : sqliteHistory
                .statesBefore(resource, revision, snapshot.revision())
                .entrySet()) {
            if (state.getValue() == 0) {
                editor.remove(state.getKey());
            } else {
                editor.put(new StoredObject(state.getKey(), state.getValue(), NOT_READ, 0));
            }
        }
        Page page = StorageSnapshot.page(editor.done(0), namespace, revision, after, limit);
        List<StoredObject> stubs = page.entries().stream()
                .filter(storedObject -> storedObject.value().length == 0)
                .toList();
        Map<Long, StoredObject> states = sqliteHistory.states(stubs, revision);
        List<StoredObject> whole = new ArrayList<>(page.entries());
        whole.replaceAll(storedObject -> states.getOrDefault(storedObject.revision(), storedObject));
        return new Page(whole, revision, page.remaining());
    }

    @Override
    public StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
        return writerThread.write(objectWrite);
    }

    @Override
    public StorageWatch watch(String resource, String namespace, long after)
            throws RevisionCompactedException, FutureRevisionException {
        require(after, watchCache.snapshot());
        CachedStorageWatch feed = watchCache.open(resource, namespace, after, sqliteHistory);
        try {
            // Compaction may have advanced meanwhile.
            sqliteHistory.requireHistory(after);
            return feed;
        } catch (RevisionCompactedException e) {
            feed.close();
            throw e;
        }
    }

    /// Compacts the history up to a revision now, regardless of its age.
    void compact(long revision) throws IOException, InterruptedException {
        writerThread.compact(revision);
    }

    @Override
    public boolean await(long revision, Duration patience) throws InterruptedException {
        return watchCache.await(revision, patience);
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            writerThread.close();
            watchCache.closeAll();
            sqliteHistory.close();
            sqliteChangeLog.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while closing the store");
        } catch (SQLException e) {
            throw new IOException("cannot close the store: " + e.getMessage(), e);
        }
    }
}
