package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.pod;
import static dev.stowage.apiserver.storage.TestObjects.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A step of the compaction that could not be committed.
final class CompactionFailureTest {
    private static final int WRITES = 10;

    @TempDir
    private Path folder;

    @Test
    void aStepThatFailedIsRepeatedFromWhereItBegan() throws Exception {
        try (SqliteObjectStore store = SqliteObjectStore.open(folder, StorageOptions.standard())) {
            long revision = 0;
            for (int i = 0; i < WRITES; i++) {
                revision = store.write(put(pod("a", "x"), revision, "v" + i)).revision();
            }
        }
        SqliteDatabase database = SqliteDatabase.in(folder);
        try (Connection writing = database.openForWriting(1 << 30);
                Connection other = database.openForWriting(1 << 30);
                Statement statement = other.createStatement()) {
            execute(writing, "PRAGMA busy_timeout=0");
            AtomicLong compacted = new AtomicLong();
            StorageSnapshot snapshot =
                    SnapshotLoader.from(writing, new KeyInterning()).snapshot();
            Compaction compaction = new Compaction(
                    new SqliteChangeLog(writing),
                    new WatchCache(snapshot, StorageOptions.standard()),
                    Duration.ofMinutes(5),
                    compacted);
            compaction.aimFor(WRITES / 2);

            statement.execute("BEGIN IMMEDIATE");
            assertThatThrownBy(() -> compaction.step(0)).isInstanceOf(SQLException.class);
            statement.execute("ROLLBACK");
            assertThat(compaction.hasWork()).isTrue();
            assertThat(rows(statement)).isEqualTo(WRITES);
            // Readers learned of it before; what they were refused once is refused from then on.
            assertThat(compacted.get()).isEqualTo(WRITES / 2);

            compaction.aimFor(WRITES);
            while (compaction.hasWork()) {
                compaction.step(0);
            }
            assertThat(rows(statement)).isEqualTo(1);
            assertThat(SqliteDatabase.number(statement, "SELECT revision FROM compaction"))
                    .isEqualTo(WRITES);
        }
        // A state whose successor was deleted would look current now.
        try (SqliteObjectStore store = SqliteObjectStore.open(folder, StorageOptions.standard())) {
            assertThat(store.list("pods", "").entries()).map(TestObjects::text).containsExactly("a/x@10=v9");
        }
    }

    private static long rows(Statement statement) throws SQLException {
        return SqliteDatabase.number(statement, "SELECT count(*) FROM revision");
    }

    private static void execute(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }
}
