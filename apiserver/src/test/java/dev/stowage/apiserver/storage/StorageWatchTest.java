package dev.stowage.apiserver.storage;

import static dev.stowage.apiserver.storage.TestObjects.pod;
import static dev.stowage.apiserver.storage.TestObjects.put;
import static dev.stowage.apiserver.storage.TestObjects.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StorageWatchTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private ObjectStore objectStore;

    @BeforeEach
    void open() throws IOException {
        objectStore = SqliteObjectStore.open(
                folder, StorageOptions.standard().feeds(100, 100_000).windowBytes(10_000));
    }

    @AfterEach
    void close() throws IOException {
        objectStore.close();
    }

    private static List<String> read(StorageWatch storageWatch, int count) throws Exception {
        List<String> changes = new ArrayList<>();
        while (changes.size() < count) {
            storageWatch.next(LONG).stream().map(TestObjects::text).forEach(changes::add);
        }
        return changes;
    }

    private void writeSomething() throws Exception {
        objectStore.write(put(pod("a", "x"), 0, "1"));
        StoredObject second = objectStore.write(put(pod("a", "x"), 1, "2"));
        objectStore.write(put(pod("b", "y"), 0, "1"));
        objectStore.write(remove(second));
        objectStore.write(put(pod("a", "x"), 0, "3"));
    }

    private static final List<String> SOMETHING =
            List.of("+a/x@1=1", "*a/x@2=2<a/x@1=1", "+b/y@3=1", "-a/x@4=2<a/x@2=2", "+a/x@5=3");

    @Test
    void changesArriveInOrderWithWhatWasBefore() throws Exception {
        try (StorageWatch storageWatch = objectStore.watch("pods", "", 0)) {
            writeSomething();

            assertThat(read(storageWatch, 5)).isEqualTo(SOMETHING);
        }
    }

    @Test
    void aFeedResumesAnywhereFromMemoryAndFromTheFile() throws Exception {
        writeSomething();
        for (int round = 0; round < 2; round++) {
            for (int after = 0; after <= 5; after++) {
                try (StorageWatch storageWatch = objectStore.watch("pods", "", after)) {
                    assertThat(storageWatch.revision()).isEqualTo(after);
                    assertThat(read(storageWatch, 5 - after)).isEqualTo(SOMETHING.subList(after, 5));
                    assertThat(storageWatch.revision()).isEqualTo(5);
                }
            }
            objectStore.close();
            open();
        }
    }

    @Test
    void aFeedOfANamespaceSeesOnlyThat() throws Exception {
        writeSomething();
        try (StorageWatch storageWatch = objectStore.watch("pods", "b", 0)) {
            objectStore.write(put(pod("a", "late"), 0, ""));
            objectStore.write(put(pod("b", "late"), 0, ""));

            assertThat(read(storageWatch, 2)).containsExactly("+b/y@3=1", "+b/late@7=");
        }
    }

    @Test
    void theRevisionOfAFeedMovesWithWritesOfOtherResources() throws Exception {
        try (StorageWatch storageWatch = objectStore.watch("pods", "", 0)) {
            objectStore.write(put(new ObjectKey("secrets", "a", "x"), 0, ""));

            assertThat(storageWatch.next(Duration.ZERO)).isEmpty();
            assertThat(storageWatch.revision()).isEqualTo(1);

            objectStore.write(put(pod("a", "x"), 0, ""));
            objectStore.write(put(new ObjectKey("secrets", "a", "y"), 0, ""));
            assertThat(storageWatch.revision()).as("a change waits to be read").isEqualTo(1);
            storageWatch.next(LONG);
            assertThat(storageWatch.revision()).isEqualTo(3);
        }
    }

    @Test
    void aReaderWithTooManyQueuedChangesGetsAnError() throws Exception {
        try (StorageWatch storageWatch = objectStore.watch("pods", "", 0)) {
            for (int i = 0; i <= 100; i++) {
                objectStore.write(put(pod("a", "x" + i), 0, ""));
            }
            assertThatThrownBy(() -> storageWatch.next(LONG)).isInstanceOf(SlowWatcherException.class);
        }
        try (StorageWatch again = objectStore.watch("pods", "", 0)) {
            assertThat(read(again, 101)).hasSize(101).doesNotHaveDuplicates();
        }
    }

    @Test
    void aReaderWithTooManyQueuedBytesGetsAnError() throws Exception {
        try (StorageWatch storageWatch = objectStore.watch("pods", "", 0)) {
            long revision = 0;
            for (int i = 0; i < 12; i++) {
                revision = objectStore
                        .write(put(pod("a", "x"), revision, "-".repeat(10_000)))
                        .revision();
            }
            assertThatThrownBy(() -> storageWatch.next(LONG)).isInstanceOf(SlowWatcherException.class);
        }
    }

    @Test
    void manyReadersThatComeAndGoWhileThereAreWritesMissNothing() throws Exception {
        int writes = 3_000;
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 1; i <= writes; i++) {
                    objectStore.write(put(pod("a", "x"), i - 1, "%d".formatted(i)));
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        long after = 0;
        while (after < writes) {
            try (StorageWatch storageWatch = objectStore.watch("pods", "", after)) {
                for (int i = 0; i < 3 && after < writes; i++) {
                    for (ObjectChange objectChange : storageWatch.next(LONG)) {
                        assertThat(objectChange.now().revision()).isEqualTo(after + 1);
                        assertThat(objectChange
                                        .previous()
                                        .map(StoredObject::revision)
                                        .orElse(0L))
                                .isEqualTo(after);
                        after++;
                    }
                    assertThat(storageWatch.revision()).isGreaterThanOrEqualTo(after);
                }
            } catch (SlowWatcherException _) {
                // It continues from where it stopped.
            }
        }
        writer.join();
    }
}
