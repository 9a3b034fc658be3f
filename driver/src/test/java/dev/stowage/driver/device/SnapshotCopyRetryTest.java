package dev.stowage.driver.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies that fail.
@Timeout(60)
class SnapshotCopyRetryTest {

    private static final CopyRetryDelay SOON = new CopyRetryDelay(Duration.ofMillis(1), Duration.ofMillis(1));
    private static final CopyRetryDelay LATE = new CopyRetryDelay(Duration.ofHours(1), Duration.ofHours(1));

    @TempDir
    Path directory;

    private final IOException failure = new IOException("lvm failed with status 5");
    private final IOException loss = new CopyLostException("it differs");
    private final SnapshotId id = SnapshotId.of("s");
    private final VolumeId volume = VolumeId.of("v");
    private final List<Bytes> freed = new CopyOnWriteArrayList<>();

    @Test
    void aCopyThatFailsIsTriedAgainAndNothingIsRemoved() throws Exception {
        FailingCopy copy = FailingCopy.repeatable(failure, failure);

        run(copy, SOON);

        assertThat(copy.steps()).containsExactly("copy", "copy", "copy", "close");
        assertThat(pool().find(id).orElseThrow().complete()).isTrue();
        assertThat(pool().failure(id)).isEmpty();
        assertThat(freed).isEmpty();
    }

    @Test
    void aCopyThatIsLostIsRemovedAndTheReasonIsKept() throws Exception {
        FailingCopy copy = FailingCopy.repeatable(failure, loss);

        run(copy, SOON);

        assertThat(copy.steps()).containsExactly("copy", "copy", "close", "remove");
        assertThat(pool().find(id)).isEmpty();
        assertThat(pool().failure(id).orElseThrow())
                .isEqualTo("copying volume %s failed: it differs".formatted(volume));
        assertThat(freed).containsExactly(Bytes.mebi(1));
    }

    @Test
    void aCopyWhoseSourceIsNotKeptFailsAtOnce() throws Exception {
        FailingCopy copy = FailingCopy.once(failure);

        run(copy, LATE);

        assertThat(copy.steps()).containsExactly("copy", "close", "remove");
        assertThat(pool().failure(id)).isPresent();
    }

    @Test
    void aRemovalThatFailsIsTriedAgainAndTheSpaceIsGivenBackOnce() throws Exception {
        FailingCopy copy = FailingCopy.repeatable(loss).andThenItsRemoval(failure);

        run(copy, SOON);

        assertThat(copy.steps()).containsExactly("copy", "close", "remove", "remove");
        assertThat(pool().failure(id).orElseThrow()).contains("it differs");
        assertThat(freed).hasSize(1);
    }

    @Test
    void whileItWaitsTheReasonIsToldAndACancellationEndsItAtOnce() throws Exception {
        FailingCopy copy = FailingCopy.repeatable(failure);
        SnapshotCopies copies = start(copy, LATE);

        await().untilAsserted(() -> assertThatThrownBy(() -> copies.refuseWhileCopied(volume))
                .hasMessageContaining("0 % so far; the last attempt failed: lvm failed with status 5"));
        copies.cancel(id);

        assertThat(copies.isRunning(id)).isFalse();
        assertThat(copy.steps()).containsExactly("copy", "close");
        assertThat(pool().find(id)).as("its deletion removes it").isPresent();
        assertThat(freed).isEmpty();
    }

    @Test
    void otherSnapshotsAreCopiedWhileItWaits() throws Exception {
        SnapshotCopies copies = start(FailingCopy.repeatable(failure), LATE);
        SnapshotMeta other = snapshot(SnapshotId.of("t"));
        pool().write(other);

        copies.start(pool(), other, FailingCopy.repeatable());

        await().until(() -> pool().find(other.id()).orElseThrow().complete());
        copies.cancel(id);
    }

    @Test
    void whenTheDriverStopsTheRecordStaysForTheNextStart() throws Exception {
        FailingCopy copy = FailingCopy.repeatable(failure);
        SnapshotCopies copies = start(copy, LATE);

        copies.stop();

        await().until(() -> !copies.isRunning(id));
        assertThat(pool().find(id).orElseThrow().complete()).isFalse();
    }

    private void run(FailingCopy copy, CopyRetryDelay delay) throws IOException {
        SnapshotCopies copies = start(copy, delay);
        await().until(() -> !copies.isRunning(id));
    }

    private SnapshotCopies start(FailingCopy copy, CopyRetryDelay delay) throws IOException {
        pool().ensure();
        SnapshotCopies copies = new SnapshotCopies(freed::add, delay);
        SnapshotMeta snapshot = snapshot(id);
        pool().write(snapshot);
        copies.start(pool(), snapshot, copy);
        return copies;
    }

    private SnapshotMeta snapshot(SnapshotId as) {
        return new SnapshotMeta(as, volume, Bytes.mebi(1), "", true, Instant.ofEpochSecond(1), false);
    }

    private PoolDirectory pool() {
        return new PoolDirectory(directory);
    }
}
