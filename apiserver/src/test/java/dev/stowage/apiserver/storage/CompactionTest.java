package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.pod;
import static dev.stowage.apiserver.storage.TestObjects.put;
import static dev.stowage.apiserver.storage.TestObjects.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compaction of old history, and expiry of objects.
final class CompactionTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @TempDir
    private Path folder;

    private SqliteObjectStore store;

    @BeforeEach
    void open() throws IOException {
        store = SqliteObjectStore.open(folder, StorageOptions.standard().clock(now::get));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private void pass(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    @Test
    void historyGoesWhenItIsOldEnoughAndObjectsStay() throws Exception {
        store.write(put(pod("a", "x"), 0, "1"));
        store.write(put(pod("a", "x"), 1, "2"));
        pass(Duration.ofMinutes(4));
        store.write(put(pod("a", "y"), 0, "1"));
        assertThat(store.compacted()).isZero();

        pass(Duration.ofMinutes(2));
        store.write(put(pod("a", "y"), 3, "2"));

        await().untilAsserted(() -> assertThat(store.compacted()).isEqualTo(1));
        assertThatThrownBy(() -> store.watch("pods", "", 0)).isInstanceOf(RevisionCompactedException.class);
        assertThat(store.listAt("pods", "", 1, Optional.empty(), 0).entries())
                .map(TestObjects::text)
                .containsExactly("a/x@1=1");
        assertThat(store.listAt("pods", "", 2, Optional.empty(), 0).entries())
                .map(TestObjects::text)
                .containsExactly("a/x@2=2");
        store.close();
        open();
        assertThat(store.compacted()).isEqualTo(1);
        assertThat(store.list("pods", "").entries()).map(TestObjects::text).containsExactly("a/x@2=2", "a/y@4=2");
    }

    @Test
    void aRevisionIsNotUsedAgainWhenNothingIsLeftOfIt() throws Exception {
        StoredObject storedObject = store.write(put(pod("a", "x"), 0, "1"));
        store.write(remove(storedObject));
        store.compact(2);

        store.close();
        open();

        assertThat(store.revision()).isEqualTo(2);
        assertThat(store.compacted()).isEqualTo(2);
        assertThat(store.write(put(pod("a", "x"), 0, "2")).revision()).isEqualTo(3);
    }

    @Test
    void theFileShrinksWhenItsHistoryGoes() throws Exception {
        long revision = 0;
        for (int i = 0; i < 300; i++) {
            revision = store.write(put(pod("a", "x"), revision, "-".repeat(100_000)))
                    .revision();
        }
        store.compact(revision);
        store.close();

        assertThat(Files.size(folder.resolve("store.db"))).isLessThan(12_000_000);
        open();
        assertThat(store.get(pod("a", "x"))).map(StoredObject::revision).contains(revision);
    }

    @Test
    void anExpiredObjectIsDeletedAndWatchersAreNotified() throws Exception {
        ObjectKey key = new ObjectKey("events", "a", "x");
        ObjectDraft objectDraft = TestObjects.draft(key, "e");
        store.write(new ObjectWrite.Put(key, 0, objectDraft, Duration.ofHours(1).toMillis()));
        store.write(new ObjectWrite.Put(
                new ObjectKey("events", "a", "y"),
                0,
                objectDraft,
                Duration.ofHours(3).toMillis()));
        store.close();
        open();
        try (StorageWatch storageWatch = store.watch("events", "", 2)) {
            pass(Duration.ofHours(2));
            store.write(put(pod("a", "wakes"), 0, ""));

            // The writer may check the clock by itself before the write wakes it.
            assertThat(storageWatch.next(Duration.ofMinutes(1)))
                    .map(TestObjects::text)
                    .singleElement()
                    .isIn("-a/x@3=e<a/x@1=e", "-a/x@4=e<a/x@1=e");
            assertThat(store.get(key)).isEmpty();
        }
    }

    @Test
    void anObjectWhoseLifeWasProlongedStays() throws Exception {
        ObjectKey key = new ObjectKey("events", "a", "x");
        ObjectDraft objectDraft = TestObjects.draft(key, "e");
        store.write(new ObjectWrite.Put(key, 0, objectDraft, Duration.ofHours(1).toMillis()));
        store.write(new ObjectWrite.Put(key, 1, objectDraft, Duration.ofHours(3).toMillis()));

        pass(Duration.ofHours(2));
        store.write(put(pod("a", "wakes"), 0, ""));
        store.write(put(pod("a", "wakes again"), 0, ""));

        assertThat(store.get(key)).isPresent();
    }

    @Test
    void aFullStoreRefusesWritesKeepsWhatItHasAndGoesOnWhenThereIsSpace() throws Exception {
        store.close();
        store = SqliteObjectStore.open(
                folder, StorageOptions.standard().clock(now::get).fileBytes(1 << 20));
        long written = 0;
        String content = "-".repeat(10_000);
        ObjectKey key = pod("a", "x");
        try {
            for (int i = 0; i < 1000; i++) {
                written = store.write(put(key, written, content)).revision();
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("no space");
        }
        assertThat(written).isBetween(10L, 200L);
        assertThat(store.revision()).isEqualTo(written);
        assertThat(store.get(key)).map(StoredObject::revision).contains(written);

        store.compact(written);
        StoredObject storedObject = store.write(put(key, written, content));

        assertThat(storedObject.revision()).isGreaterThan(written);
        assertThat(List.of(store.revision())).containsExactly(storedObject.revision());
    }
}
