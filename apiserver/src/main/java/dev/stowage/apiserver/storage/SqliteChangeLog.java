package dev.stowage.apiserver.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// Writes changes to disk. For one thread.
final class SqliteChangeLog implements AutoCloseable {
    private final Connection connection;
    private Statements statements;

    SqliteChangeLog(Connection connection) throws SQLException {
        this.connection = connection;
        this.statements = Statements.of(connection);
    }

    private record Statements(
            Statement plain,
            PreparedStatement begin,
            PreparedStatement commit,
            PreparedStatement insert,
            PreparedStatement dropReplaced,
            PreparedStatement dropRemoved,
            PreparedStatement remember) {

        static Statements of(Connection connection) throws SQLException {
            return new Statements(
                    connection.createStatement(),
                    connection.prepareStatement("BEGIN IMMEDIATE"),
                    connection.prepareStatement("COMMIT"),
                    connection.prepareStatement(
                            "INSERT INTO revision (id, resource, namespace, name, change, previous, expires, value)"
                                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
                    connection.prepareStatement(
                            "DELETE FROM revision WHERE id IN (SELECT previous FROM revision WHERE id > ? AND id <= ?)"),
                    connection.prepareStatement(
                            "DELETE FROM revision WHERE id > ? AND id <= ? AND change = " + SqliteDatabase.REMOVED),
                    connection.prepareStatement("UPDATE compaction SET revision = ?"));
        }

        void close() throws SQLException {
            for (Statement each : List.of(plain, begin, commit, insert, dropReplaced, dropRemoved, remember)) {
                each.close();
            }
        }
    }

    /// Writes all of them or none.
    void append(List<ObjectChange> changes) throws SQLException {
        inTransaction(() -> {
            for (ObjectChange objectChange : changes) {
                bind(objectChange, statements.insert);
                statements.insert.addBatch();
            }
            statements.insert.executeBatch();
        });
    }

    private static void bind(ObjectChange objectChange, PreparedStatement insert) throws SQLException {
        StoredObject now = objectChange.now();
        insert.setLong(1, now.revision());
        insert.setString(2, now.key().resource());
        insert.setString(3, now.key().namespace());
        insert.setString(4, now.key().name());
        insert.setInt(
                5,
                switch (objectChange) {
                    case ObjectChange.Added _ -> SqliteDatabase.ADDED;
                    case ObjectChange.Modified _ -> SqliteDatabase.MODIFIED;
                    case ObjectChange.Removed _ -> SqliteDatabase.REMOVED;
                });
        insert.setLong(6, objectChange.previous().map(StoredObject::revision).orElse(0L));
        insert.setLong(7, now.expiresAt());
        insert.setBytes(8, now.value());
    }

    /// Deletes what only the history up to a revision needs: the states that were replaced in it, and the
    /// last states of objects that were deleted in it.
    ///
    /// @param from the revision of the previous compaction
    void compact(long from, long to) throws SQLException {
        inTransaction(() -> {
            for (PreparedStatement drop : List.of(statements.dropReplaced, statements.dropRemoved)) {
                drop.setLong(1, from);
                drop.setLong(2, to);
                drop.executeUpdate();
            }
            statements.remember.setLong(1, to);
            statements.remember.executeUpdate();
        });
    }

    /// The size of the file, in pages.
    record Size(long pages, long unused) {}

    Size size() throws SQLException {
        return new Size(
                SqliteDatabase.number(statements.plain, "PRAGMA page_count"),
                SqliteDatabase.number(statements.plain, "PRAGMA freelist_count"));
    }

    /// Gives unused pages back to the file system.
    void shrink(int pages) throws SQLException {
        // The pragma frees one page per step, and only this way of executing it runs all steps.
        inTransaction(() -> statements.plain.executeUpdate("PRAGMA incremental_vacuum(" + pages + ")"));
    }

    private void inTransaction(Transaction transaction) throws SQLException {
        try {
            statements.begin.execute();
            transaction.run();
            statements.commit.execute();
        } catch (SQLException e) {
            rollBack();
            renew(e);
            throw e;
        }
    }

    /// A failed statement cannot be reused, and one that did not run still has its parameters.
    private void renew(SQLException cause) {
        try {
            statements.close();
            statements = Statements.of(connection);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private void rollBack() {
        try {
            statements.plain.execute("ROLLBACK");
        } catch (SQLException _) {
            // SQLite has already rolled back. If it has not, the next transaction cannot begin and fails.
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private interface Transaction {
        void run() throws SQLException;
    }
}
