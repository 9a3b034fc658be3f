package dev.stowage.apiserver.storage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads all current objects from the file, once, when a store is opened.
///
/// @param compacted the history up to this revision is compacted
record SnapshotLoader(StorageSnapshot snapshot, long compacted) {

    static SnapshotLoader from(Connection connection, KeyInterning keyInterning) throws SQLException {
        Map<String, List<StoredObject>> found = new HashMap<>();
        Map<String, Long> changed = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            long compacted = SqliteDatabase.number(statement, "SELECT revision FROM compaction");
            // The newest revision may have been a removal that is already compacted.
            long newest = Math.max(compacted, SqliteDatabase.number(statement, "SELECT max(id) FROM revision"));
            readBackwards(statement, keyInterning, found, changed);
            Map<String, ResourceSnapshot> shelves = new HashMap<>();
            changed.forEach((resource, revision) -> {
                List<StoredObject> entries = found.getOrDefault(resource, new ArrayList<>());
                entries.sort((one, other) -> one.key().compareWithin(other.key()));
                shelves.put(resource, ResourceSnapshotEditor.filled(entries, revision));
            });
            return new SnapshotLoader(new StorageSnapshot(newest, shelves), compacted);
        }
    }

    /// From the newest to the oldest, so that it is known of each row whether a newer one replaces it.
    private static void readBackwards(
            Statement statement,
            KeyInterning keyInterning,
            Map<String, List<StoredObject>> found,
            Map<String, Long> changed)
            throws SQLException {
        Set<Long> replaced = new HashSet<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT id, previous, change, resource, namespace, name, expires, value FROM revision ORDER BY id DESC")) {
            while (rows.next()) {
                long id = rows.getLong(1);
                long previous = rows.getLong(2);
                if (previous > 0) {
                    replaced.add(previous);
                }
                String resource = keyInterning.shared(rows.getString(4));
                changed.putIfAbsent(resource, id);
                if (!replaced.remove(id) && rows.getInt(3) != SqliteDatabase.REMOVED) {
                    ObjectKey key = new ObjectKey(resource, keyInterning.shared(rows.getString(5)), rows.getString(6));
                    StoredObject storedObject = new StoredObject(key, id, rows.getBytes(8), rows.getLong(7));
                    found.computeIfAbsent(resource, _ -> new ArrayList<>()).add(storedObject);
                }
            }
        }
    }
}
