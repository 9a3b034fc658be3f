package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/// Reads history from the file. Safe for many threads.
///
/// A call into SQLite blocks its thread, and a virtual thread would block its carrier too;
/// so a few dedicated threads make the calls. Each call reads a bounded section and ends its transaction: a
/// long-running reader would prevent checkpoints of the write-ahead log.
final class SqliteHistory implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int SECTION_CHANGES = 500;
    private static final int SECTION_BYTES = 2 << 20;

    private final SqliteDatabase sqliteDatabase;
    private final LongSupplier compacted;
    private final ExecutorService threads;
    private final BlockingQueue<Connection> connections = new ArrayBlockingQueue<>(THREADS);

    SqliteHistory(SqliteDatabase sqliteDatabase, LongSupplier compacted) {
        this.sqliteDatabase = sqliteDatabase;
        this.compacted = compacted;
        this.threads = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().daemon().name("store-history-", 0).factory());
    }

    /// @param end all changes up to this revision are in this section or in an earlier one
    record Section(List<ObjectChange> changes, long end) {}

    /// The first changes of a resource after a revision.
    ///
    /// @param to the last revision to read
    Section changes(String resource, String namespace, long after, long to)
            throws RevisionCompactedException, IOException, InterruptedException {
        Section section = read(connection -> changes(connection, resource, namespace, after, to));
        // Compaction publishes its limit before it deletes anything.
        requireHistory(after);
        return section;
    }

    void requireHistory(long revision) throws RevisionCompactedException {
        long lost = compacted.getAsLong();
        if (revision < lost) {
            throw new RevisionCompactedException(
                    "revision %d is compacted (the history starts at %d)".formatted(revision, lost));
        }
    }

    private static Section changes(Connection connection, String resource, String namespace, long after, long to)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("""
                SELECT r.id, r.namespace, r.name, r.change, r.expires, r.value, p.id, p.expires, p.value
                FROM revision r LEFT JOIN revision p ON p.id = r.previous
                WHERE r.resource = ? AND r.id > ? AND r.id <= ? AND (? = '' OR r.namespace = ?)
                ORDER BY r.id LIMIT ?""")) {
            select.setString(1, resource);
            select.setLong(2, after);
            select.setLong(3, to);
            select.setString(4, namespace);
            select.setString(5, namespace);
            select.setInt(6, SECTION_CHANGES);
            List<ObjectChange> changes = new ArrayList<>();
            long bytes = 0;
            try (ResultSet rows = select.executeQuery()) {
                while (bytes < SECTION_BYTES && rows.next()) {
                    ObjectChange objectChange = change(resource, rows);
                    changes.add(objectChange);
                    bytes += RecentChanges.weight(objectChange)
                            + objectChange.now().value().length;
                }
            }
            boolean more = changes.size() == SECTION_CHANGES || bytes >= SECTION_BYTES;
            return new Section(changes, more ? changes.getLast().now().revision() : to);
        }
    }

    private static ObjectChange change(String resource, ResultSet rows) throws SQLException {
        ObjectKey key = new ObjectKey(resource, rows.getString(2), rows.getString(3));
        StoredObject now = new StoredObject(key, rows.getLong(1), rows.getBytes(6), rows.getLong(5));
        int kind = rows.getInt(4);
        if (kind == SqliteDatabase.ADDED) {
            return new ObjectChange.Added(now);
        }
        byte[] value = rows.getBytes(9);
        // It is missing only if it was compacted meanwhile, and then the whole result is discarded.
        StoredObject before = value == null ? now : new StoredObject(key, rows.getLong(7), value, rows.getLong(8));
        return kind == SqliteDatabase.REMOVED
                ? new ObjectChange.Removed(now, before)
                : new ObjectChange.Modified(now, before);
    }

    /// For each object of a resource that changed after a revision, the revision of the state that it had
    /// before; 0 when there was none.
    ///
    /// @param to the last revision to read
    Map<ObjectKey, Long> statesBefore(String resource, long after, long to)
            throws RevisionCompactedException, IOException, InterruptedException {
        Map<ObjectKey, Long> states = read(connection -> statesBefore(connection, resource, after, to));
        requireHistory(after);
        return states;
    }

    private static Map<ObjectKey, Long> statesBefore(Connection connection, String resource, long after, long to)
            throws SQLException {
        // SQLite takes the other columns from the row of the minimum.
        try (PreparedStatement select = connection.prepareStatement("""
                SELECT namespace, name, previous, min(id) FROM revision
                WHERE resource = ? AND id > ? AND id <= ? GROUP BY namespace, name""")) {
            select.setString(1, resource);
            select.setLong(2, after);
            select.setLong(3, to);
            Map<ObjectKey, Long> states = new HashMap<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    states.put(new ObjectKey(resource, rows.getString(1), rows.getString(2)), rows.getLong(3));
                }
            }
            return states;
        }
    }

    /// Some states by their revisions, which must be later than `after` or the last up to it.
    Map<Long, StoredObject> states(List<StoredObject> stubs, long after)
            throws RevisionCompactedException, IOException, InterruptedException {
        Map<Long, StoredObject> states = read(connection -> states(connection, stubs));
        requireHistory(after);
        return states;
    }

    private static Map<Long, StoredObject> states(Connection connection, List<StoredObject> stubs) throws SQLException {
        Map<Long, StoredObject> states = HashMap.newHashMap(stubs.size());
        try (PreparedStatement select =
                connection.prepareStatement("SELECT expires, value FROM revision WHERE id = ?")) {
            for (StoredObject stub : stubs) {
                select.setLong(1, stub.revision());
                try (ResultSet rows = select.executeQuery()) {
                    if (rows.next()) {
                        StoredObject storedObject =
                                new StoredObject(stub.key(), stub.revision(), rows.getBytes(2), rows.getLong(1));
                        states.put(stub.revision(), storedObject);
                    }
                }
            }
        }
        return states;
    }

    private <T> T read(Query<T> query) throws IOException, InterruptedException {
        try {
            Future<T> answer = threads.submit(() -> {
                Connection free = connections.poll();
                Connection connection = free == null ? sqliteDatabase.openForReading() : free;
                try {
                    return query.run(connection);
                } finally {
                    connections.add(connection);
                }
            });
            return answer.get();
        } catch (ExecutionException e) {
            throw new IOException(
                    "cannot read the history in %s: %s".formatted(sqliteDatabase.file(), e.getCause()), e);
        } catch (RejectedExecutionException e) {
            throw new IOException("the store is closed", e);
        }
    }

    @Override
    public void close() throws SQLException {
        threads.close();
        for (Connection connection : connections) {
            connection.close();
        }
    }

    private interface Query<T> {
        T run(Connection connection) throws SQLException;
    }
}
