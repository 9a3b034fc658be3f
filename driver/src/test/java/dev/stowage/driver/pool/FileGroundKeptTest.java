package dev.stowage.driver.pool;

import static dev.stowage.driver.pool.PoolWorld.MIB;
import static dev.stowage.driver.pool.PoolWorld.open;
import static dev.stowage.driver.pool.PoolWorld.settings;
import static dev.stowage.driver.pool.PoolWorld.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.filesystem.Disks;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pools in files of their own that are found again: after a release, a kill, a meddling hand.
class FileGroundKeptTest {

    @RegisterExtension
    final Disks disks = new Disks();

    private Path directory = Path.of("unset");

    @BeforeEach
    void diskThatCannotDoWhatBackendsNeed() throws Exception {
        directory = PoolWorld.disk(disks, FileSystem.EXT4, 4096 * MIB);
    }

    @AfterEach
    void letGo() {
        PoolWorld.releaseAll();
    }

    @Test
    void poolIsFoundAgainAfterAReleaseWithItsVolumesAndPromises() throws Exception {
        PoolSettings settings = settings(BackendKind.IMAGE, directory);
        Pool before = open(settings);
        before.reserve(Bytes.mebi(300), false).keep();
        PoolWorld.write(before, "v", Bytes.mebi(300), false);
        Bytes room = before.availableCapacity().available();

        before.release();

        assertThat(before.isThere()).isFalse();
        assertThat(Mounts.system().at(directory.resolve("mounted"))).isEmpty();
        await().untilAsserted(() -> assertThat(devices()).isEmpty());
        Pool after = open(settings);
        assertThat(after.isThere()).isTrue();
        assertThat(after.folder().volumeIds()).hasSize(1);
        assertThat(after.availableCapacity().available().count()).isBetween(room.count() - MIB, room.count() + MIB);
    }

    /// As after `kill -9`: nothing was released.
    @Test
    void nextProcessTakesOverTheDeviceAndTheMount() throws Exception {
        PoolSettings settings = settings(BackendKind.IMAGE, directory);
        Pool killed = open(settings);
        killed.folder();
        List<LoopDevice> devices = devices();

        Pool next = open(settings);

        assertThat(next.folder().root()).isEqualTo(killed.folder().root());
        assertThat(devices()).isEqualTo(devices).hasSize(1);
        assertThat(Mounts.system().stackedAt(directory.resolve("mounted"))).hasSize(1);
    }

    @Test
    void poolWithAnImageInUseStaysMounted() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));
        Path volume = PoolWorld.allocate(pool, "volume", Bytes.mebi(8));
        LoopDevice device = disks.attach(volume);

        pool.release();

        assertThat(pool.isThere()).isTrue();
        assertThat(Mounts.system().at(directory.resolve("mounted"))).isPresent();
        LoopDevices.system().detach(device);
        await().untilAsserted(() ->
                assertThat(LoopDevices.system().findByBackingFile(volume)).isEmpty());
        pool.release();
        assertThat(Mounts.system().at(directory.resolve("mounted"))).isEmpty();
    }

    @Test
    void poolOfWhichADirectoryIsPublishedStaysMounted() throws Exception {
        Pool pool = open(settings(BackendKind.BTRFS, directory));
        Path target = disks.folder("target");
        Mounts.system().bind(pool.folder().volumes(), target, false);

        pool.release();

        assertThat(Mounts.system().at(directory.resolve("mounted"))).isPresent();
        Mounts.system().unmount(target);
        pool.release();
        assertThat(Mounts.system().at(directory.resolve("mounted"))).isEmpty();
    }

    @Test
    void poolThatSomebodyUnmountedIsMountedAgain() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));
        Path file = Files.writeString(pool.folder().root().resolve("file"), "content");
        Mounts.system().unmountLazily(directory.resolve("mounted"));
        assertThat(file).doesNotExist();
        assertThat(pool.problems()).extracting("reason").containsExactly("PoolNotMounted");

        assertThat(pool.folder().root().resolve("file")).hasContent("content");

        assertThat(devices()).hasSize(1);
    }

    @Test
    void somethingElseMountedInItsPlaceIsNotThePool() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));
        pool.folder();
        Mounts.system().mount("other", directory.resolve("mounted"), "tmpfs", java.util.Set.of(), "");

        assertThatThrownBy(pool::folder).hasMessageContaining("other is mounted at");
    }

    @Test
    void foreignFileOfThatNameIsRefusedAndLeftAsItIs() throws Exception {
        Path image = directory.resolve("pool.img");
        try (var file = new java.io.RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(600 * MIB);
        }
        FileSystem.XFS.make(image);
        Path before = Files.copy(image, disks.path().resolve("before"));
        Pool pool = open(settings(BackendKind.IMAGE, directory));

        assertThatThrownBy(() -> pool.reserve(Bytes.mebi(1), false))
                .hasMessageContaining("pool.img holds a file system (xfs)")
                .hasMessageContaining("left untouched");

        assertThat(Files.mismatch(image, before)).isEqualTo(-1);
        assertThat(directory.resolve("pool.json")).doesNotExist();
    }

    @Test
    void poolFileThatIsGoneIsNotMadeAnew() throws Exception {
        PoolSettings settings = settings(BackendKind.IMAGE, directory);
        Pool pool = open(settings);
        pool.folder();
        pool.release();
        Files.move(directory.resolve("pool.img"), directory.resolve("moved away"));

        assertThatThrownBy(() -> open(settings)).hasMessageContaining("missing");

        assertThat(directory.resolve("pool.img")).doesNotExist();
    }

    /// Killed between the note and its effect, in the middle of the making, and right after the rename.
    @Test
    void makingThatWasCutOffIsFinishedByTheNextProcess() throws Exception {
        PoolSettings settings = settings(BackendKind.IMAGE, directory);
        new PoolRecord.BeingMade("xfs").write(directory);
        Files.writeString(directory.resolve("pool.img.new"), "half of a file system");
        assertThat(open(settings).isThere()).isFalse();

        Pool pool = open(settings);
        pool.reserve(Bytes.mebi(10), false).keep();
        Files.writeString(pool.folder().root().resolve("file"), "content");
        assertThat(directory.resolve("pool.img.new")).doesNotExist();
        pool.release();
        new PoolRecord.BeingMade("xfs").write(directory);

        assertThat(open(settings).folder().root().resolve("file")).hasContent("content");
    }

    @Test
    void growthThatWasCutOffIsFinishedByTheNextProcess() throws Exception {
        PoolSettings settings = settings(BackendKind.IMAGE, directory);
        Pool pool = open(settings);
        pool.folder();
        long before = dev.stowage.linux.file.FileSystems.stats(pool.folder().root()).totalBytes();
        try (var file =
                new java.io.RandomAccessFile(directory.resolve("pool.img").toFile(), "rw")) {
            file.setLength(file.length() + 300 * MIB);
        }

        Pool next = open(settings);

        assertThat(dev.stowage.linux.file.FileSystems.stats(next.folder().root()).totalBytes())
                .isGreaterThan(before + 290 * MIB);
        Stat image = Stat.of(directory.resolve("pool.img"));
        assertThat(image.allocatedBytes()).isGreaterThanOrEqualTo(image.size());
    }

    @Test
    void fullDiskRefusesGrowthAndLeavesThePoolWhole() throws Exception {
        Pool pool = open(size(settings(BackendKind.IMAGE, directory), Bytes.gibi(3)));
        pool.reserve(Bytes.mebi(500), false).keep();
        Path volume = PoolWorld.allocate(pool, "volume", Bytes.mebi(500));
        long free = dev.stowage.linux.file.FileSystems.free(directory);
        Path filler = Files.createFile(directory.resolveSibling("filler"));
        try (var opened = dev.stowage.linux.Descriptor.openForWriting(filler)) {
            dev.stowage.linux.file.FileAllocation.allocate(opened, 0, free - 8 * MIB);
        }

        PromisesTest.assertRefused(CsiCode.RESOURCE_EXHAUSTED, () -> pool.reserve(Bytes.gibi(1), false));

        FileGroundTest.write(volume, Bytes.mebi(500));
        assertThat(pool.availableCapacity().available()).isLessThan(Bytes.mebi(600));
    }

    @Test
    void sixteenFirstClaimsAtOnceMakeOnePool() throws Exception {
        Pool pool = open(settings(BackendKind.IMAGE, directory));
        Bytes all = pool.availableCapacity().available();
        Bytes each = Bytes.mebi(150);
        List<Future<Boolean>> claims = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                String name = "volume" + i;
                claims.add(threads.submit(() -> {
                    try (Reservation space = pool.reserve(each, false)) {
                        PoolWorld.allocate(pool, name, each);
                        space.keep();
                        return true;
                    } catch (dev.stowage.sdk.CsiException e) {
                        assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED);
                        return false;
                    }
                }));
            }
        }
        long made = 0;
        for (Future<Boolean> claim : claims) {
            made += claim.get() ? 1 : 0;
        }

        assertThat(made).isEqualTo(all.count() / each.count());
        assertThat(devices()).hasSize(1);
    }

    private List<LoopDevice> devices() throws Exception {
        return LoopDevices.system().findByBackingFile(directory.resolve("pool.img"));
    }
}
