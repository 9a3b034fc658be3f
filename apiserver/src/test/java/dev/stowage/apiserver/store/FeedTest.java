package dev.stowage.apiserver.store;

import static dev.stowage.apiserver.store.Objects.pod;
import static dev.stowage.apiserver.store.Objects.put;
import static dev.stowage.apiserver.store.Objects.remove;
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

final class FeedTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private Store store;

    @BeforeEach
    void open() throws IOException {
        store = SqliteStore.open(
                folder, StoreOptions.standard().feeds(100, 100_000).windowBytes(10_000));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private static List<String> read(Feed feed, int count) throws Exception {
        List<String> changes = new ArrayList<>();
        while (changes.size() < count) {
            feed.next(LONG).stream().map(Objects::text).forEach(changes::add);
        }
        return changes;
    }

    private void writeSomething() throws Exception {
        store.write(put(pod("a", "x"), 0, "1"));
        Entry second = store.write(put(pod("a", "x"), 1, "2"));
        store.write(put(pod("b", "y"), 0, "1"));
        store.write(remove(second));
        store.write(put(pod("a", "x"), 0, "3"));
    }

    private static final List<String> SOMETHING =
            List.of("+a/x@1=1", "*a/x@2=2<a/x@1=1", "+b/y@3=1", "-a/x@4=2<a/x@2=2", "+a/x@5=3");

    @Test
    void changesArriveInOrderWithWhatWasBefore() throws Exception {
        try (Feed feed = store.watch("pods", "", 0)) {
            writeSomething();

            assertThat(read(feed, 5)).isEqualTo(SOMETHING);
        }
    }

    @Test
    void aFeedResumesAnywhereFromMemoryAndFromTheFile() throws Exception {
        writeSomething();
        for (int round = 0; round < 2; round++) {
            for (int after = 0; after <= 5; after++) {
                try (Feed feed = store.watch("pods", "", after)) {
                    assertThat(feed.revision()).isEqualTo(after);
                    assertThat(read(feed, 5 - after)).isEqualTo(SOMETHING.subList(after, 5));
                    assertThat(feed.revision()).isEqualTo(5);
                }
            }
            store.close();
            open();
        }
    }

    @Test
    void aFeedOfANamespaceSeesOnlyThat() throws Exception {
        writeSomething();
        try (Feed feed = store.watch("pods", "b", 0)) {
            store.write(put(pod("a", "late"), 0, ""));
            store.write(put(pod("b", "late"), 0, ""));

            assertThat(read(feed, 2)).containsExactly("+b/y@3=1", "+b/late@7=");
        }
    }

    @Test
    void theRevisionOfAFeedMovesWithWritesOfOtherResources() throws Exception {
        try (Feed feed = store.watch("pods", "", 0)) {
            store.write(put(new Key("secrets", "a", "x"), 0, ""));

            assertThat(feed.next(Duration.ZERO)).isEmpty();
            assertThat(feed.revision()).isEqualTo(1);

            store.write(put(pod("a", "x"), 0, ""));
            store.write(put(new Key("secrets", "a", "y"), 0, ""));
            assertThat(feed.revision()).as("a change waits to be read").isEqualTo(1);
            feed.next(LONG);
            assertThat(feed.revision()).isEqualTo(3);
        }
    }

    @Test
    void aReaderThatLeavesTooManyChangesIsTold() throws Exception {
        try (Feed feed = store.watch("pods", "", 0)) {
            for (int i = 0; i <= 100; i++) {
                store.write(put(pod("a", "x" + i), 0, ""));
            }
            assertThatThrownBy(() -> feed.next(LONG)).isInstanceOf(TooSlowException.class);
        }
        try (Feed again = store.watch("pods", "", 0)) {
            assertThat(read(again, 101)).hasSize(101).doesNotHaveDuplicates();
        }
    }

    @Test
    void aReaderThatLeavesTooMuchIsTold() throws Exception {
        try (Feed feed = store.watch("pods", "", 0)) {
            long revision = 0;
            for (int i = 0; i < 12; i++) {
                revision = store.write(put(pod("a", "x"), revision, "-".repeat(10_000)))
                        .revision();
            }
            assertThatThrownBy(() -> feed.next(LONG)).isInstanceOf(TooSlowException.class);
        }
    }

    @Test
    void manyReadersThatComeAndGoWhileThereAreWritesMissNothing() throws Exception {
        int writes = 3_000;
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 1; i <= writes; i++) {
                    store.write(put(pod("a", "x"), i - 1, "%d".formatted(i)));
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        long after = 0;
        while (after < writes) {
            try (Feed feed = store.watch("pods", "", after)) {
                for (int i = 0; i < 3 && after < writes; i++) {
                    for (Change change : feed.next(LONG)) {
                        assertThat(change.now().revision()).isEqualTo(after + 1);
                        assertThat(change.previous().map(Entry::revision).orElse(0L))
                                .isEqualTo(after);
                        after++;
                    }
                    assertThat(feed.revision()).isGreaterThanOrEqualTo(after);
                }
            } catch (TooSlowException _) {
                // It goes on from where it was.
            }
        }
        writer.join();
    }
}
