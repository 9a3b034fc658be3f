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
    private final PreparedStatement dropReplaced;
    private final PreparedStatement dropRemoved;
    private final PreparedStatement remember;

    Journal(Connection connection) throws SQLException {
        this.connection = connection;
        this.plain = connection.createStatement();
        this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
        this.commit = connection.prepareStatement("COMMIT");
        this.insert = connection.prepareStatement(
                "INSERT INTO revision (id, resource, namespace, name, change, previous, expires, value)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        this.dropReplaced = connection.prepareStatement(
                "DELETE FROM revision WHERE id IN (SELECT previous FROM revision WHERE id > ? AND id <= ?)");
        this.dropRemoved = connection.prepareStatement(
                "DELETE FROM revision WHERE id > ? AND id <= ? AND change = " + Database.REMOVED);
        this.remember = connection.prepareStatement("UPDATE compaction SET revision = ?");
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

    /// Takes away what only the history up to a revision needs: the states that were replaced in it, and the last
    /// states
    /// of what was removed in it.
    ///
    /// @param from up to which that was done before
    void compact(long from, long to) throws SQLException {
        inTransaction(() -> {
            for (PreparedStatement statement : List.of(dropReplaced, dropRemoved)) {
                statement.setLong(1, from);
                statement.setLong(2, to);
                statement.executeUpdate();
            }
            remember.setLong(1, to);
            remember.executeUpdate();
        });
    }

    /// Of the file, in pages.
    record Size(long pages, long unused) {}

    Size size() throws SQLException {
        return new Size(Database.number(plain, "PRAGMA page_count"), Database.number(plain, "PRAGMA freelist_count"));
    }

    /// Gives unused pages back to the file system.
    void shrink(int pages) throws SQLException {
        // It does one page a step, and of all ways to run a statement only this one goes on to the last step.
        inTransaction(() -> plain.executeUpdate("PRAGMA incremental_vacuum(" + pages + ")"));
    }

    private interface Work {
        void run() throws SQLException;
    }
}
