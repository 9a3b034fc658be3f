package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Snapshots whose copy fails after the call was answered.
class FailedCopyTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.inMemory(Bytes.mebi(12));

    private final SnapshotId snapshot = SnapshotId.of("s");
    private final VolumeMeta raw = thin(volume("r", Bytes.mebi(32), ""));
    private final List<Bytes> freed = new CopyOnWriteArrayList<>();

    @Test
    void reasonIsKeptAndSpaceIsGivenBack() throws Exception {
        ImageBackend backend = pool.backend(freed::add);
        backend.create(raw, Optional.empty());
        byte[] data = new byte[8 << 20];
        Arrays.fill(data, (byte) 7);
        try (RandomAccessFile file = new RandomAccessFile(pool.image(raw).toFile(), "rw")) {
            file.write(data);
        }

        SnapshotMeta taken =
                backend.takeSnapshots(Map.of(raw, snapshot), Map.of()).getFirst();

        assertThat(taken.complete()).isFalse();
        await().untilAsserted(() -> assertThat(freed).containsExactly(raw.size()));
        assertThat(pool.folder().find(snapshot)).isEmpty();
        assertThat(pool.folder().failure(snapshot).orElseThrow()).contains("no space");
        assertThat(FileSystems.free(pool.folder().root())).isGreaterThan(3 << 20);
        backend.recover();
        assertThat(pool.folder().failure(snapshot)).isPresent();
        assertThat(backend.deleteSnapshot(snapshot))
                .as("its space is not counted")
                .isFalse();
        assertThat(pool.folder().snapshotIds()).isEmpty();
        assertThat(freed).hasSize(1);
    }

    @Test
    void deletedSnapshotGivesItsSpaceBackOnce() throws Exception {
        ImageBackend backend = pool.backend(freed::add);
        backend.create(raw, Optional.empty());
        backend.takeSnapshots(Map.of(raw, snapshot), Map.of());

        assertThat(backend.deleteSnapshot(snapshot))
                .as("the caller gives it back")
                .isTrue();

        assertThat(backend.deleteSnapshot(snapshot)).isFalse();
        assertThat(freed).isEmpty();
    }
}
