package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolIdentity;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSnapshotsTest {

    @TempDir
    private Path folder;

    private final SnapshotMeta meta =
            new SnapshotMeta(SnapshotId.of("s"), VolumeId.of("v"), Bytes.mebi(1), "ext4", false, Instant.EPOCH, false);
    private final Snapshot known =
            Snapshot.of(meta.id(), meta.of(), meta.size(), meta.takenAt()).ready(false);

    private Pool pool() throws Exception {
        PoolSettings settings = new PoolSettings(
                "test", BackendKind.DIRECTORY, folder.resolve("pool"), Bytes.gibi(1), 1.0, Bytes.ZERO, false, true);
        PoolIdentity identity = new PoolIdentity(settings, folder.resolve("mark.json"), List.of());
        Pool pool = Pool.open(settings, new FakeMounts(), identity);
        pool.start();
        return pool;
    }

    private static LocalSnapshots snapshots(Pool pool) {
        StoragePools pools = new StoragePools(List.of(new StoragePool(pool, new FakeBackend(Set.of()))));
        return new LocalSnapshots(pools, new LocalVolumes(pools, AttachmentCheck.ALWAYS));
    }

    private static Snapshot refreshed(Pool pool, Snapshot known) throws Exception {
        return snapshots(pool).refresh(known);
    }

    @Test
    void copyIsReadyWhenItIsComplete() throws Exception {
        Pool pool = pool();
        pool.directory().write(meta);
        assertThat(refreshed(pool, known).ready()).isFalse();

        pool.directory().write(meta.asComplete());

        assertThat(refreshed(pool, known).ready()).isTrue();
    }

    @Test
    void failedCopyIsReportedWithItsReason() throws Exception {
        Pool pool = pool();
        pool.directory().write(meta);

        pool.directory().fail(meta.id(), "no space left");

        assertThatThrownBy(() -> refreshed(pool, known))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INTERNAL))
                .hasMessageContaining("no space left");
        assertThat(pool.provisioned()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void missingSnapshotIsReported() throws Exception {
        Pool pool = pool();

        assertThatThrownBy(() -> refreshed(pool, known))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("is missing in all pools");
    }

    @Test
    void snapshotOnADiskThatIsNotMountedIsNotTakenForDeleted() throws Exception {
        Pool pool = pool();
        pool.directory().write(meta);
        Files.move(folder.resolve("pool"), folder.resolve("disk"));

        assertThatThrownBy(() -> snapshots(pool).deleteSnapshot(meta.id(), Secrets.NONE))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.UNAVAILABLE));
    }
}
