package dev.stowage.apiserver.store;

import static dev.stowage.apiserver.store.Objects.pod;
import static dev.stowage.apiserver.store.Objects.put;
import static dev.stowage.apiserver.store.Objects.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreTest {
    @TempDir
    private Path folder;

    private Store store;

    @BeforeEach
    void open() throws IOException {
        store = SqliteStore.open(folder, StoreOptions.standard());
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private void reopen() throws IOException {
        store.close();
        open();
    }

    private List<String> list(String namespace) {
        return store.list("pods", namespace).entries().stream()
                .map(Objects::text)
                .toList();
    }

    private List<String> listAt(long revision, Optional<Key> after, int limit) throws Exception {
        return store.listAt("pods", "", revision, after, limit).entries().stream()
                .map(Objects::text)
                .toList();
    }

    @Test
    void theFirstWriteHasRevisionOne() throws Exception {
        assertThat(store.revision()).isZero();

        Entry entry = store.write(put(pod("a", "x"), 0, "new"));

        assertThat(entry.revision()).isEqualTo(1);
        assertThat(store.revision()).isEqualTo(1);
        assertThat(store.get(pod("a", "x"))).map(Objects::text).contains("a/x@1=new");
    }

    @Test
    void everythingIsThereAfterReopening() throws Exception {
        store.write(put(pod("a", "x"), 0, "x1"));
        Entry gone = store.write(put(pod("a", "y"), 0, "y1"));
        store.write(put(pod("b", "z"), 0, "z1"));
        store.write(put(pod("a", "x"), 1, "x2"));
        store.write(remove(gone));

        reopen();

        assertThat(store.revision()).isEqualTo(5);
        assertThat(list("")).containsExactly("a/x@4=x2", "b/z@3=z1");
        assertThat(store.write(put(pod("a", "y"), 0, "again")).revision()).isEqualTo(6);
    }

    @Test
    void listsAreInTheOrderOfKubernetes() throws Exception {
        store.write(put(pod("a", "x"), 0, ""));
        store.write(put(pod("a-b", "x"), 0, ""));
        store.write(put(pod("a", "b"), 0, ""));
        store.write(put(pod("ab", "x"), 0, ""));

        assertThat(list("")).containsExactly("a-b/x@2=", "a/b@3=", "a/x@1=", "ab/x@4=");
        assertThat(list("a")).containsExactly("a/b@3=", "a/x@1=");
        assertThat(list("c")).isEmpty();
    }

    @Test
    void aWriteBasedOnAnotherStateIsRefusedWithWhatIsThere() throws Exception {
        store.write(put(pod("a", "x"), 0, "1"));
        Entry second = store.write(put(pod("a", "x"), 1, "2"));

        for (long expected : List.of(0L, 1L, 3L)) {
            assertThatThrownBy(() -> store.write(put(pod("a", "x"), expected, "3")))
                    .isInstanceOfSatisfying(
                            ConflictException.class, e -> assertThat(e.found()).contains(second));
        }
        assertThatThrownBy(() -> store.write(put(pod("a", "y"), 1, "")))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.found()).isEmpty());
        assertThat(store.revision()).isEqualTo(2);
    }

    @Test
    void nothingCanBeRemovedWhereNothingIs() {
        assertThatThrownBy(() -> store.write(new Mutation.Remove(pod("a", "x"), 0, Objects.draft(pod("a", "x"), ""))))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void pagesAreOfOneMomentAlsoWhenMuchChangesBetweenThem() throws Exception {
        for (String name : List.of("a", "b", "c", "d")) {
            store.write(put(pod("n", name), 0, "old"));
        }
        Store.Page first = store.listAt("pods", "", 0, Optional.empty(), 2);
        assertThat(first.revision()).isEqualTo(4);
        assertThat(first.remaining()).isEqualTo(2);

        store.write(put(pod("n", "bb"), 0, "late"));
        store.write(put(pod("n", "c"), 3, "late"));
        store.write(remove(store.get(pod("n", "d")).orElseThrow()));

        Optional<Key> after = Optional.of(first.entries().getLast().key());
        assertThat(listAt(4, after, 2)).containsExactly("n/c@3=old", "n/d@4=old");
        assertThat(listAt(0, after, 2)).containsExactly("n/bb@5=late", "n/c@6=late");
        reopen();
        assertThat(listAt(4, after, 1)).containsExactly("n/c@3=old");
        assertThat(listAt(4, Optional.empty(), 0)).hasSize(4);
        assertThat(store.listAt("pods", "n", 4, after, 1).remaining()).isEqualTo(1);
    }

    @Test
    void aRevisionThatIsNotReachedIsRefused() {
        assertThatThrownBy(() -> listAt(1, Optional.empty(), 0)).isInstanceOf(FutureException.class);
        assertThatThrownBy(() -> store.watch("pods", "", 1)).isInstanceOf(FutureException.class);
    }

    @Test
    void whoWaitsForARevisionIsWokenByIt() throws Exception {
        assertThat(store.await(1, Duration.ofMillis(1))).isFalse();

        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                store.write(put(pod("a", "x"), 0, ""));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        assertThat(store.await(1, Duration.ofMinutes(1))).isTrue();
        writer.join();
    }

    @Test
    void aSecondStoreInTheSameFolderIsRefused() {
        assertThatThrownBy(() -> SqliteStore.open(folder, StoreOptions.standard()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder + " is in use");
    }

    @Test
    void aClosedStoreRefusesWritesAndEndsItsFeeds() throws Exception {
        Feed feed = store.watch("pods", "", 0);
        store.close();

        assertThatThrownBy(() -> store.write(put(pod("a", "x"), 0, "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> feed.next(Duration.ofMinutes(1))).isInstanceOf(IOException.class);
    }

    @Test
    void aStoreThatCannotWriteAnyMoreSaysSoAndIsStillRead() throws Exception {
        store.write(put(pod("a", "x"), 0, "1"));
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store.db"));
                Statement statement = other.createStatement()) {
            statement.execute("DROP TABLE revision");
        }

        assertThatThrownBy(() -> store.write(put(pod("a", "y"), 0, "1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such table");
        assertThatThrownBy(() -> store.write(put(pod("a", "y"), 0, "1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("read-only since a write failed");
        assertThat(list("")).containsExactly("a/x@1=1");
        assertThat(store.revision()).isEqualTo(1);
    }

    @Test
    void nobodyElseCanReadTheFiles() throws Exception {
        store.write(put(pod("a", "x"), 0, "secret"));

        for (String name : List.of("store.db", "store.db-wal")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
    }
}
