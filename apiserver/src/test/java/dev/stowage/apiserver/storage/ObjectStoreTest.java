package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.pod;
import static dev.stowage.apiserver.storage.TestObjects.put;
import static dev.stowage.apiserver.storage.TestObjects.remove;
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

final class ObjectStoreTest {
    @TempDir
    private Path folder;

    private ObjectStore objectStore;

    @BeforeEach
    void open() throws IOException {
        objectStore = SqliteObjectStore.open(folder, StorageOptions.standard());
    }

    @AfterEach
    void close() throws IOException {
        objectStore.close();
    }

    private void reopen() throws IOException {
        objectStore.close();
        open();
    }

    private List<String> list(String namespace) {
        return objectStore.list("pods", namespace).entries().stream()
                .map(TestObjects::text)
                .toList();
    }

    private List<String> listAt(long revision, Optional<ObjectKey> after, int limit) throws Exception {
        return objectStore.listAt("pods", "", revision, after, limit).entries().stream()
                .map(TestObjects::text)
                .toList();
    }

    @Test
    void theFirstWriteHasRevisionOne() throws Exception {
        assertThat(objectStore.revision()).isZero();

        StoredObject storedObject = objectStore.write(put(pod("a", "x"), 0, "new"));

        assertThat(storedObject.revision()).isEqualTo(1);
        assertThat(objectStore.revision()).isEqualTo(1);
        assertThat(objectStore.get(pod("a", "x"))).map(TestObjects::text).contains("a/x@1=new");
    }

    @Test
    void everythingIsThereAfterReopening() throws Exception {
        objectStore.write(put(pod("a", "x"), 0, "x1"));
        StoredObject gone = objectStore.write(put(pod("a", "y"), 0, "y1"));
        objectStore.write(put(pod("b", "z"), 0, "z1"));
        objectStore.write(put(pod("a", "x"), 1, "x2"));
        objectStore.write(remove(gone));

        reopen();

        assertThat(objectStore.revision()).isEqualTo(5);
        assertThat(list("")).containsExactly("a/x@4=x2", "b/z@3=z1");
        assertThat(objectStore.write(put(pod("a", "y"), 0, "again")).revision()).isEqualTo(6);
    }

    @Test
    void listsAreInTheOrderOfKubernetes() throws Exception {
        objectStore.write(put(pod("a", "x"), 0, ""));
        objectStore.write(put(pod("a-b", "x"), 0, ""));
        objectStore.write(put(pod("a", "b"), 0, ""));
        objectStore.write(put(pod("ab", "x"), 0, ""));

        assertThat(list("")).containsExactly("a-b/x@2=", "a/b@3=", "a/x@1=", "ab/x@4=");
        assertThat(list("a")).containsExactly("a/b@3=", "a/x@1=");
        assertThat(list("c")).isEmpty();
    }

    @Test
    void aWriteBasedOnAnotherStateIsRefusedWithWhatIsThere() throws Exception {
        objectStore.write(put(pod("a", "x"), 0, "1"));
        StoredObject second = objectStore.write(put(pod("a", "x"), 1, "2"));

        for (long expected : List.of(0L, 1L, 3L)) {
            assertThatThrownBy(() -> objectStore.write(put(pod("a", "x"), expected, "3")))
                    .isInstanceOfSatisfying(
                            ConflictException.class, e -> assertThat(e.found()).contains(second));
        }
        assertThatThrownBy(() -> objectStore.write(put(pod("a", "y"), 1, "")))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.found()).isEmpty());
        assertThat(objectStore.revision()).isEqualTo(2);
    }

    @Test
    void nothingCanBeRemovedWhereNothingIs() {
        assertThatThrownBy(() -> objectStore.write(
                        new ObjectWrite.Remove(pod("a", "x"), 0, TestObjects.draft(pod("a", "x"), ""))))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void pagesAreOfOneMomentAlsoWhenMuchChangesBetweenThem() throws Exception {
        for (String name : List.of("a", "b", "c", "d")) {
            objectStore.write(put(pod("n", name), 0, "old"));
        }
        ObjectStore.Page first = objectStore.listAt("pods", "", 0, Optional.empty(), 2);
        assertThat(first.revision()).isEqualTo(4);
        assertThat(first.remaining()).isEqualTo(2);

        objectStore.write(put(pod("n", "bb"), 0, "late"));
        objectStore.write(put(pod("n", "c"), 3, "late"));
        objectStore.write(remove(objectStore.get(pod("n", "d")).orElseThrow()));

        Optional<ObjectKey> after = Optional.of(first.entries().getLast().key());
        assertThat(listAt(4, after, 2)).containsExactly("n/c@3=old", "n/d@4=old");
        assertThat(listAt(0, after, 2)).containsExactly("n/bb@5=late", "n/c@6=late");
        reopen();
        assertThat(listAt(4, after, 1)).containsExactly("n/c@3=old");
        assertThat(listAt(4, Optional.empty(), 0)).hasSize(4);
        assertThat(objectStore.listAt("pods", "n", 4, after, 1).remaining()).isEqualTo(1);
    }

    @Test
    void aFutureRevisionIsRefused() {
        assertThatThrownBy(() -> listAt(1, Optional.empty(), 0)).isInstanceOf(FutureRevisionException.class);
        assertThatThrownBy(() -> objectStore.watch("pods", "", 1)).isInstanceOf(FutureRevisionException.class);
    }

    @Test
    void whoWaitsForARevisionIsWokenByIt() throws Exception {
        assertThat(objectStore.await(1, Duration.ofMillis(1))).isFalse();

        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                objectStore.write(put(pod("a", "x"), 0, ""));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        assertThat(objectStore.await(1, Duration.ofMinutes(1))).isTrue();
        writer.join();
    }

    @Test
    void aSecondStoreInTheSameFolderIsRefused() {
        assertThatThrownBy(() -> SqliteObjectStore.open(folder, StorageOptions.standard()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder + " is already in use by this process");
    }

    @Test
    void aClosedStoreRefusesWritesAndEndsItsFeeds() throws Exception {
        StorageWatch storageWatch = objectStore.watch("pods", "", 0);
        objectStore.close();

        assertThatThrownBy(() -> objectStore.write(put(pod("a", "x"), 0, "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> storageWatch.next(Duration.ofMinutes(1))).isInstanceOf(IOException.class);
    }

    @Test
    void aStoreThatCannotWriteAnyMoreSaysSoAndIsStillRead() throws Exception {
        objectStore.write(put(pod("a", "x"), 0, "1"));
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store.db"));
                Statement statement = other.createStatement()) {
            statement.execute("DROP TABLE revision");
        }

        assertThatThrownBy(() -> objectStore.write(put(pod("a", "y"), 0, "1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such table");
        assertThatThrownBy(() -> objectStore.write(put(pod("a", "y"), 0, "1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("an earlier write failed");
        assertThat(list("")).containsExactly("a/x@1=1");
        assertThat(objectStore.revision()).isEqualTo(1);
    }

    @Test
    void nobodyElseCanReadTheFiles() throws Exception {
        objectStore.write(put(pod("a", "x"), 0, "secret"));

        for (String name : List.of("store.db", "store.db-wal")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
    }
}
