package dev.stowage.driver.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies that wait for each other.
@Timeout(60)
class SnapshotCopiesTest {

    @TempDir
    Path directory;

    private final List<Bytes> freed = new CopyOnWriteArrayList<>();
    private final SnapshotCopies copies = new SnapshotCopies(freed::add);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeEach
    void makePool() throws IOException {
        pool().ensure();
    }

    @AfterEach
    void endCopies() {
        goOn.countDown();
        copies.cancel(SnapshotId.of("first"));
    }

    @Test
    void aCopyThatWaitsForItsTurnIsCancelledAtOnceAndClosed() throws Exception {
        start("first", new HeldCopy(goOn));
        HeldCopy second = new HeldCopy(goOn);
        SnapshotMeta waiting = start("second", second);

        copies.cancel(waiting.id());

        assertThat(second.steps()).containsExactly("closed");
        assertThat(copies.isRunning(waiting.id())).isFalse();
        assertThat(copies.isRunning(SnapshotId.of("first"))).isTrue();
        assertThat(pool().find(waiting.id())).as("its deletion removes it").contains(waiting);
        assertThat(freed).isEmpty();
    }

    @Test
    void aCopyThatWaitsForACloneIsCancelledAtOnce() throws Exception {
        CountDownLatch cloning = new CountDownLatch(1);
        CompletableFuture<Void> clone = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                copies.await("volume c", Bytes.mebi(1), _ -> {
                    cloning.countDown();
                    HeldCopy.awaitUninterruptibly(goOn);
                });
                clone.complete(null);
            } catch (Exception e) {
                clone.completeExceptionally(e);
            }
        });
        cloning.await();
        SnapshotMeta waiting = start("second", new HeldCopy(goOn));

        copies.cancel(waiting.id());

        assertThat(clone).isNotDone();
        goOn.countDown();
        clone.join();
    }

    @Test
    void theTurnOfACancelledCopyPassesToTheNext() throws Exception {
        start("first", new HeldCopy(goOn));
        SnapshotMeta waiting = start("second", new HeldCopy(goOn));
        HeldCopy third = new HeldCopy(goOn);
        SnapshotMeta last = start("third", third);
        copies.cancel(waiting.id());

        goOn.countDown();

        third.awaitClosed();
        assertThat(third.steps()).containsExactly("copied", "recorded", "closed");
        assertThat(pool().find(last.id()).orElseThrow().complete()).isTrue();
    }

    private SnapshotMeta start(String name, SnapshotCopies.Copy copy) throws IOException {
        SnapshotMeta snapshot = new SnapshotMeta(
                SnapshotId.of(name), VolumeId.of("v"), Bytes.mebi(1), "", true, Instant.ofEpochSecond(1), false);
        pool().write(snapshot);
        copies.start(pool(), snapshot, copy);
        return snapshot;
    }

    private PoolDirectory pool() {
        return new PoolDirectory(directory);
    }
}
