package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/// The SQLite file of a store: its path, its tables, and how it is opened.
///
/// Each write adds a row; compaction deletes rows that can no longer be requested. The row of an object's state
/// refers to the row of the previous state. This replaces an index by name, which each write would have to
/// update: a row is current if no newer row refers to it, it can be deleted when the row that refers to it is old
/// enough, and an older state of a resource is its newest state with the newer rows reverted.
record SqliteDatabase(Path file) {
    static final int ADDED = 1;
    static final int MODIFIED = 2;
    static final int REMOVED = 3;

    /// The version of the table schema; increased when it changes.
    private static final int FORM = 1;

    private static final int PAGE_BYTES = 4096;

    static SqliteDatabase in(Path folder) {
        return new SqliteDatabase(folder.resolve("store.db"));
    }

    /// The connection of the writer. Creates the file and its tables if there are none.
    Connection openForWriting(long fileBytes) throws IOException, SQLException {
        boolean fresh = Files.notExists(file);
        if (fresh) {
            // Objects contain secrets; SQLite creates its other files with the permissions of this one.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Connection connection = open(SQLiteOpenMode.READWRITE, 4096);
        try (Statement statement = connection.createStatement()) {
            long form = number(statement, "PRAGMA user_version");
            if (form == 0) {
                // Only has an effect before the first write.
                statement.execute("PRAGMA auto_vacuum=INCREMENTAL");
            }
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("PRAGMA synchronous=FULL");
            statement.execute("PRAGMA wal_autocheckpoint=4000");
            statement.execute("PRAGMA journal_size_limit=" + (64 << 20));
            statement.execute("PRAGMA max_page_count=" + Math.max(16, fileBytes / PAGE_BYTES));
            makeTables(statement, form);
            syncFolder();
            return connection;
        } catch (IOException | SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// A connection that reads the history.
    Connection openForReading() throws SQLException {
        return open(SQLiteOpenMode.READONLY, 1024);
    }

    private Connection open(SQLiteOpenMode mode, int cacheKibibytes) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setReadOnly(mode == SQLiteOpenMode.READONLY);
        config.setBusyTimeout(10_000);
        config.setPageSize(PAGE_BYTES);
        config.setCacheSize(-cacheKibibytes);
        config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, "0");
        return config.createConnection("jdbc:sqlite:" + file);
    }

    private void makeTables(Statement statement, long form) throws IOException, SQLException {
        if (form == FORM) {
            return;
        }
        if (form != 0) {
            throw new IOException("cannot open %s: it has format %d, and this version reads format %d only"
                    .formatted(file, form, FORM));
        }
        statement.execute("BEGIN IMMEDIATE");
        statement.execute("""
                CREATE TABLE revision (
                    id INTEGER PRIMARY KEY,
                    resource TEXT NOT NULL,
                    namespace TEXT NOT NULL,
                    name TEXT NOT NULL,
                    change INTEGER NOT NULL,
                    previous INTEGER NOT NULL,
                    expires INTEGER NOT NULL,
                    value BLOB NOT NULL)""");
        statement.execute("CREATE INDEX revision_of_resource ON revision (resource, id)");
        statement.execute("CREATE TABLE compaction (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL)");
        statement.execute("INSERT INTO compaction VALUES (1, 0)");
        statement.execute("PRAGMA user_version=" + FORM);
        statement.execute("COMMIT");
    }

    /// A new file survives a power loss only if its directory is synced too.
    private void syncFolder() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    static long number(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }
}
