package dev.stowage.driver.pool;

import static dev.stowage.driver.pool.PoolFixture.MIB;
import static dev.stowage.driver.pool.PoolFixture.open;
import static dev.stowage.driver.pool.PoolFixture.settings;
import static dev.stowage.driver.pool.PoolFixture.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.filesystem.TestDisks;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Reflink;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pools in files on ext4, which has neither reflink nor subvolumes.
class FileBackingTest {

    @RegisterExtension
    final TestDisks testDisks = new TestDisks();

    private Path directory = Path.of("unset");

    @BeforeEach
    void diskThatCannotDoWhatBackendsNeed() throws Exception {
        directory = PoolFixture.disk(testDisks, FileSystem.EXT4, 4096 * MIB);
    }

    @AfterEach
    void letGo() {
        PoolFixture.releaseAll();
    }

    @Test
    void nothingIsMadeBeforeTheFirstClaim() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));

        assertThat(pool.isThere()).isFalse();
        assertThat(pool.hasReflink()).isTrue();
        assertThat(pool.availableCapacity().available())
                .isGreaterThan(Bytes.mebi(1500))
                .isLessThan(Bytes.gibi(2));
        assertThat(pool.problems()).isEmpty();
        assertThat(directory.resolve("pool.img")).doesNotExist();
        assertThat(directory.resolve("mounted")).doesNotExist();
    }

    @Test
    void firstClaimMakesAPoolThatSharesBlocksBetweenCopies() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));

        pool.reserve(Bytes.mebi(100), false).keep();

        assertThat(pool.isThere()).isTrue();
        Path file = Files.write(pool.directory().root().resolve("file"), new byte[8192]);
        Reflink.cloneFile(file, file.resolveSibling("copy"));
        Stat image = Stat.of(directory.resolve("pool.img"));
        assertThat(image.allocatedBytes()).isGreaterThanOrEqualTo(image.size());
    }

    @Test
    void btrfsGetsABtrfs() throws Exception {
        Pool pool = open(settings(BackendKind.BTRFS, directory));

        Path root = pool.directory().root();

        assertThat(Mounts.system().at(root).orElseThrow().fsType()).isEqualTo("btrfs");
    }

    @Test
    void directoriesNeedNoFile() throws Exception {
        Pool pool = open(settings(BackendKind.DIRECTORY, directory));

        assertThat(pool.directory().root()).isEqualTo(directory);
        assertThat(pool.hasReflink()).isFalse();
        assertThat(directory.resolve(".reflink-probe")).doesNotExist();
    }

    @Test
    void imagesWorkWithoutReflinkWhenNoFileIsConfigured() throws Exception {
        Pool pool = open(PoolFixture.withoutOwnPool(settings(BackendKind.IMAGE, directory)));

        assertThat(pool.directory().root()).isEqualTo(directory);
        assertThat(pool.hasReflink()).isFalse();
    }

    @Test
    void volumesInTheDirectoryStayThereWhenAFileIsConfiguredLater() throws Exception {
        Pool before = open(PoolFixture.withoutOwnPool(settings(BackendKind.IMAGE, directory)));
        PoolFixture.write(before, "v", Bytes.mebi(1), false);

        assertThat(open(settings(BackendKind.IMAGE, directory)).directory().root())
                .isEqualTo(directory);
    }

    /// Fills the pool with real blocks: all reserved space is available, to the last byte.
    @ParameterizedTest
    @EnumSource(names = {"IMAGE", "BTRFS"})
    void everyPromisedByteIsThere(BackendKind kind) throws Exception {
        Pool pool = open(settings(kind, directory));
        Bytes each = Bytes.mebi(199);
        int made = 0;
        while (!pool.availableCapacity().available().isLessThan(each)) {
            try (CapacityReservation space = pool.reserve(each, false)) {
                PoolFixture.allocate(pool, "volume" + made++, each);
                space.keep();
            }
        }
        Bytes rest = pool.availableCapacity().available();
        try (CapacityReservation space = pool.reserve(rest, false)) {
            PoolFixture.allocate(pool, "rest", rest);
            space.keep();
        }

        assertThat(made).isGreaterThanOrEqualTo(7);
        assertThat(Files.size(directory.resolve("pool.img")))
                .isLessThanOrEqualTo(2048 * MIB)
                .isGreaterThan(1900 * MIB);
        ProvisionedCapacityTest.assertRefused(CsiCode.RESOURCE_EXHAUSTED, () -> pool.reserve(Bytes.mebi(2), false));
    }

    /// A new snapshot uses no blocks, but needs all of them when its volume is overwritten.
    @Test
    void promisedByteOfASnapshotIsThereWhenItsVolumeIsOverwritten() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));
        Bytes size = Bytes.mebi(600);
        pool.reserve(size, false).keep();
        Path volume = PoolFixture.allocate(pool, "volume", size);
        write(volume, size);
        pool.reserve(size, false).keep();
        Reflink.cloneFile(volume, volume.resolveSibling("snapshot"));
        Bytes rest = pool.availableCapacity().available();
        pool.reserve(rest, false).keep();
        PoolFixture.allocate(pool, "rest", rest);

        write(volume, size);

        assertThat(volume.resolveSibling("snapshot")).hasSize(size.count());
    }

    static void write(Path file, Bytes size) throws Exception {
        try (var out = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
            byte[] some = new byte[(int) (4 * MIB)];
            for (long done = 0; done < size.count(); done += some.length) {
                out.write(java.nio.ByteBuffer.wrap(some));
            }
        }
        try (var channel = java.nio.channels.FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    @Test
    void aPoolFromBeforeThereWereMarksIsAdoptedIfItHasTheRecordedVolumes() throws Exception {
        PoolSettings settings = settings(BackendKind.IMAGE, directory);
        Pool before = open(settings);
        before.reserve(Bytes.mebi(1), false).keep();
        PoolFixture.write(before, "pvc-1", Bytes.mebi(1), false);
        PoolFixture.releaseAll();
        Path record = testDisks.path().resolve("notes/mark.json");

        assertThatThrownBy(() -> open(settings, new PoolIdentity(settings, record, List.of(VolumeId.of("lost")))))
                .hasMessageContaining("lacks all of the 1 recorded volumes");
        assertThat(record).doesNotExist();

        open(settings, new PoolIdentity(settings, record, List.of(VolumeId.of("pvc-1"))));

        assertThat(record).exists();
    }
}
