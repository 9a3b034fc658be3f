package dev.stowage.apiserver.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// Puts changes on disk. For one thread.
final class Journal implements AutoCloseable {
    private final Connection connection;
    private final Statement plain;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement insert;

    Journal(Connection connection) throws SQLException {
        this.connection = connection;
        this.plain = connection.createStatement();
        this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
        this.commit = connection.prepareStatement("COMMIT");
        this.insert = connection.prepareStatement(
                "INSERT INTO revision (id, resource, namespace, name, change, previous, expires, value)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    }

    /// All of them are on disk, or none is.
    void append(List<Change> changes) throws SQLException {
        inTransaction(() -> {
            for (Change change : changes) {
                bind(change);
                insert.addBatch();
            }
            insert.executeBatch();
        });
    }

    private void bind(Change change) throws SQLException {
        Entry now = change.now();
        insert.setLong(1, now.revision());
        insert.setString(2, now.key().resource());
        insert.setString(3, now.key().namespace());
        insert.setString(4, now.key().name());
        insert.setInt(
                5,
                switch (change) {
                    case Change.Added _ -> Database.ADDED;
                    case Change.Modified _ -> Database.MODIFIED;
                    case Change.Removed _ -> Database.REMOVED;
                });
        insert.setLong(6, change.previous().map(Entry::revision).orElse(0L));
        insert.setLong(7, now.expiresAt());
        insert.setBytes(8, now.value());
    }

    private void inTransaction(Work work) throws SQLException {
        begin.execute();
        try {
            work.run();
            commit.execute();
        } catch (SQLException e) {
            insert.clearBatch();
            rollBack();
            throw e;
        }
    }

    private void rollBack() {
        try {
            plain.execute("ROLLBACK");
        } catch (SQLException _) {
            // SQLite has done it by itself. Were it not so, the next transaction could not begin, and would fail.
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private interface Work {
        void run() throws SQLException;
    }
}
