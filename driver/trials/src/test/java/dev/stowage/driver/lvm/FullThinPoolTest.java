package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.Pool;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.StorageProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A thin pool that fills while a workload writes: volumes were promised more than there is.
@Tag("lab")
@Tag("slow")
class FullThinPoolTest {

    private static final Bytes SIZE = Bytes.mebi(400);
    private static final Bytes LOW_WATER = Bytes.mebi(64);
    private static final int FILE = 4 << 20;

    /// More than the pool can hold.
    private static final int MOST = 100;

    @RegisterExtension
    final LvmFixture group = new LvmFixture(true, "55%FREE", Bytes.mebi(400));

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs"})
    void whatWasSyncedIsIntactAfterThePoolIsExtended(String fsType) throws Exception {
        String thinPool = group.group().name() + "/" + TestVolumeGroup.THIN_POOL;
        // Writes fail at once; by default they wait for a minute first.
        group.group().lvm("lvchange", "--errorwhenfull", "y", thinPool);
        Pool pool = LvmFixture.started(group.settings(1, LOW_WATER, true));
        LvmBackend backend = group.backend(pool);
        VolumeMeta volume = LvmFixture.volume("v", SIZE, fsType);
        Path staging = group.path("staging");
        backend.create(volume, Optional.empty());
        backend.stage(volume, group.stage(volume, staging));

        int early = 0;
        while (!isRefused(pool) && early < MOST) {
            write(staging, early++);
        }
        assertThat(pool.problems()).extracting(StorageProblem::reason).containsExactly("PoolFull");
        int synced = early;
        while (isWritten(staging, synced) && synced < MOST) {
            synced++;
        }
        assertThat(synced).as("provisioning is refused before writes fail").isBetween(early + 1, MOST - 1);

        assertThat(backend.health(volume, Optional.empty(), Optional.of(staging)))
                .extracting(HealthProblem::reason)
                .contains("PoolFull");
        assertThat(pool.problems()).extracting(StorageProblem::reason).contains("ThinPoolFailed", "PoolFull");
        assertThat(isRefused(pool)).isTrue();
        VolumeMeta other = LvmFixture.volume("other", SIZE, fsType);
        exhausted(() -> backend.create(other, Optional.empty()));
        backend.delete(other.id());
        exhausted(() -> backend.takeSnapshots(Map.of(volume, SnapshotId.of("s")), Map.of()));

        group.group().lvm("lvextend", "--size", "+100m", thinPool);
        backend.unstage(volume.id(), staging);
        backend.stage(volume, group.stage(volume, staging));
        for (int number = 0; number < synced; number++) {
            assertThat(Files.readAllBytes(file(staging, number)))
                    .as("file %d of %d", number, synced)
                    .isEqualTo(content(number));
        }
        write(staging, MOST);
        assertThat(backend.health(volume, Optional.empty(), Optional.of(staging)))
                .isEmpty();
        backend.unstage(volume.id(), staging);
    }

    private static boolean isRefused(Pool pool) throws IOException {
        try (var _ = pool.reserve(Bytes.mebi(4), true)) {
            return false;
        } catch (CsiException e) {
            assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED);
            return true;
        }
    }

    private static void exhausted(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));
    }

    private static Path file(Path directory, int number) {
        return directory.resolve("file-" + number);
    }

    private static byte[] content(int number) {
        byte[] bytes = new byte[FILE];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    /// On disk when this returns.
    private static void write(Path directory, int number) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(content(number));
        try (FileChannel out =
                FileChannel.open(file(directory, number), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (rest.hasRemaining()) {
                out.write(rest);
            }
            out.force(true);
        }
    }

    private static boolean isWritten(Path directory, int number) {
        try {
            write(directory, number);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
