package dev.stowage.apiserver.store;

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
/// @param compacted everything up to this revision has lost its history
record Loading(Snapshot snapshot, long compacted) {

    static Loading from(Connection connection, Names names) throws SQLException {
        Map<String, List<Entry>> found = new HashMap<>();
        Map<String, Long> changed = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            long compacted = Database.number(statement, "SELECT revision FROM compaction");
            // The newest revision itself may have been a removal that was compacted.
            long newest = Math.max(compacted, Database.number(statement, "SELECT max(id) FROM revision"));
            readBackwards(statement, names, found, changed);
            Map<String, Shelf> shelves = new HashMap<>();
            changed.forEach((resource, revision) -> {
                List<Entry> entries = found.getOrDefault(resource, new ArrayList<>());
                entries.sort((one, other) -> one.key().compareWithin(other.key()));
                shelves.put(resource, ShelfEditor.filled(entries, revision));
            });
            return new Loading(new Snapshot(newest, shelves), compacted);
        }
    }

    /// From the newest to the oldest, so that it is known of each row whether a newer one replaces it.
    private static void readBackwards(
            Statement statement, Names names, Map<String, List<Entry>> found, Map<String, Long> changed)
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
                String resource = names.shared(rows.getString(4));
                changed.putIfAbsent(resource, id);
                if (!replaced.remove(id) && rows.getInt(3) != Database.REMOVED) {
                    Key key = new Key(resource, names.shared(rows.getString(5)), rows.getString(6));
                    Entry entry = new Entry(key, id, rows.getBytes(8), rows.getLong(7));
                    found.computeIfAbsent(resource, _ -> new ArrayList<>()).add(entry);
                }
            }
        }
    }
}
