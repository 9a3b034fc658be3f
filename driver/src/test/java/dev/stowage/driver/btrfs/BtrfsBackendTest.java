package dev.stowage.driver.btrfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.btrfs.BtrfsSubvolumes;
import dev.stowage.linux.mount.MountFlag;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BtrfsBackendTest {
    private static final Bytes SIZE = Bytes.mebi(20);

    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    @SuppressWarnings("NullAway.Init") // set before each test
    private BtrfsPool pool;

    @BeforeEach
    void makePool() throws IOException {
        pool = BtrfsPool.make(scratch);
    }

    @Test
    void theSizeStopsAWriter() throws Exception {
        Path target = pool.publish(pool.create("a", SIZE), "pod");

        long written = fill(target.resolve("file"), Bytes.mebi(30));

        assertThat(written).isBetween(Bytes.mebi(15).count(), SIZE.count());
        assertThat(pool.backend().capabilities()).contains(BackendCapability.HARD_SIZE);
        assertThat(SizeEnforcement.of(pool.backend()).context()).containsEntry("sizesEnforced", "true");
        SizeEnforcement.of(pool.backend()).check(Map.of("requireQuota", "true"));
    }

    @Test
    void aFullVolumeLeavesItsNeighboursAlone() throws Exception {
        Path full = pool.publish(pool.create("a", SIZE), "a");
        Path other = pool.publish(pool.create("b", SIZE), "b");
        fill(full.resolve("file"), Bytes.mebi(30));

        assertThat(fill(other.resolve("file"), Bytes.mebi(10)))
                .isEqualTo(Bytes.mebi(10).count());
    }

    @Test
    void aVolumeGrowsWhileItIsWritten() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");
        fill(target.resolve("file"), Bytes.mebi(30));

        assertThat(pool.backend().expand(volume, Bytes.mebi(60))).isFalse();

        assertThat(fill(target.resolve("more"), Bytes.mebi(30)))
                .isEqualTo(Bytes.mebi(30).count());
        assertThat(pool.folder().find(volume.id()).orElseThrow().size()).isEqualTo(Bytes.mebi(60));
    }

    @Test
    void usageIsTheVolumesOwn() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");
        fill(target.resolve("file"), Bytes.mebi(8));
        pool.sync();

        Usage.Amount bytes = pool.backend().usage(volume, target).bytes();

        assertThat(bytes.total()).isEqualTo(SIZE.count());
        assertThat(bytes.used()).isBetween(Bytes.mebi(8).count(), Bytes.mebi(9).count());
        assertThat(bytes.available()).isEqualTo(bytes.total() - bytes.used());
    }

    @Test
    void publishingABtrfsVolumeTwiceMountsOnceAndAnyUserMayWrite() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");

        pool.publish(volume, "pod");

        assertThat(scratch.mounts().stackedAt(target)).hasSize(1);
        assertThat(Stat.of(target).permissions()).isEqualTo(0777);
        assertThat(pool.backend().health(volume, Optional.of(target), Optional.empty()))
                .isEmpty();
    }

    @Test
    void nothingIsLeftOfADeletedVolume() throws Exception {
        pool.create("other", SIZE);
        List<Long> before = pool.qgroups();
        VolumeMeta first = pool.create("a", SIZE);
        assertThat(pool.qgroups()).hasSize(before.size() + 1);
        fill(pool.folder().of(first.id()).resolve("data/file"), Bytes.mebi(4));

        pool.backend().delete(first.id());
        pool.backend().delete(first.id());

        assertThat(pool.folder().of(first.id())).doesNotExist();
        await().untilAsserted(() -> {
            pool.backend().recover();
            assertThat(pool.qgroups()).isEqualTo(before);
        });
    }

    @Test
    void subvolumesThatAWorkloadMadeGoWithTheVolume() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");
        nest(target, "one");
        nest(target.resolve("one"), "two");
        assertThat(pool.backend().health(volume, Optional.of(target), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("NestedSubvolumes");
        pool.backend().unpublish(volume.id(), target);

        pool.backend().delete(volume.id());

        assertThat(pool.folder().volumeIds()).isEmpty();
    }

    @Test
    void aVolumeInUseIsNotDeleted() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");
        Files.writeString(target.resolve("file"), "kept");

        assertRefused(CsiCode.FAILED_PRECONDITION, () -> pool.backend().delete(volume.id()));

        assertThat(target.resolve("file")).hasContent("kept");
        assertThat(pool.folder().find(volume.id())).contains(volume);
    }

    @Test
    void whatWasMadeHalfwayIsRemoved() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        pool.folder().forget(volume.id());

        pool.backend().delete(volume.id());
        pool.backend().create(volume, Optional.empty());

        assertThat(pool.folder().find(volume.id())).contains(volume);
    }

    @Test
    void aLimitOnWhatIsNotSharedCanBeSetAndTakenAway() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        Path target = pool.publish(volume, "pod");
        Map<String, String> limit =
                Map.of("exclusiveLimit", Long.toString(Bytes.mebi(5).count()), "label.a", "b");
        pool.backend().checkSettings(limit);
        pool.backend().modify(volume, limit);
        assertThat(fill(target.resolve("file"), Bytes.mebi(10)))
                .isLessThanOrEqualTo(Bytes.mebi(5).count());

        VolumeMeta now = pool.folder().find(volume.id()).orElseThrow();
        pool.backend().modify(now, Map.of("exclusiveLimit", ""));

        assertThat(fill(target.resolve("more"), Bytes.mebi(10)))
                .isEqualTo(Bytes.mebi(10).count());
        assertThat(pool.folder().find(volume.id()).orElseThrow().settings()).isEqualTo(Map.of("label.a", "b"));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> pool.backend().checkSettings(Map.of("exclusiveLimit", "much")));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> pool.backend().checkSettings(Map.of("iops", "1")));
    }

    @Test
    void aPoolThatIsNotMountedIsNotWrittenTo() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        scratch.mounts().unmount(pool.folder().root());
        pool.folder().ensure();

        assertRefused(CsiCode.UNAVAILABLE, () -> pool.create("b", SIZE));
        assertRefused(CsiCode.UNAVAILABLE, () -> pool.backend().delete(volume.id()));

        assertThat(pool.folder().volumes()).isEmptyDirectory();
        pool.backend().recover();
    }

    @Test
    void aVolumeTooSmallForAnythingIsRefused() {
        assertRefused(CsiCode.OUT_OF_RANGE, () -> pool.create("a", Bytes.of(4096)));
    }

    @Test
    void healthReportsALostSubvolumeALostLimitAndAReadOnlyPool() throws Exception {
        VolumeMeta volume = pool.create("a", SIZE);
        assertThat(reasons(volume)).isEmpty();
        assertThat(reasons(volume.size(Bytes.mebi(21)))).containsExactly("LimitDiffers");

        try (Descriptor parent = Descriptor.openDirectory(pool.folder().of(volume.id()))) {
            BtrfsSubvolumes.destroy(parent, "data");
        }
        assertThat(reasons(volume)).containsExactly("DirectoryMissing");
        Files.createDirectory(pool.folder().of(volume.id()).resolve("data"));
        assertThat(reasons(volume)).containsExactly("SubvolumeMissing");

        VolumeMeta second = pool.create("b", SIZE);
        Path root = pool.folder().root();
        scratch.mounts().mount("none", root, "btrfs", Set.of(MountFlag.REMOUNT, MountFlag.READ_ONLY), "");
        assertThat(reasons(second)).containsExactly("PoolReadOnly");
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> pool.publish(second, "pod"));
    }

    @Test
    void dataThatIsALinkIsNotEntered() throws Exception {
        VolumeMeta volume = PoolScratch.volume("a", BackendKind.BTRFS, SIZE);
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("file"), "kept");
        Files.createDirectories(pool.folder().of(volume.id()));
        Files.createSymbolicLink(pool.folder().of(volume.id()).resolve("data"), outside);

        assertRefused(CsiCode.INTERNAL, () -> pool.publish(volume, "pod"));
        assertThatThrownBy(() -> pool.backend().create(volume, Optional.empty()))
                .isInstanceOf(IOException.class);

        assertThat(outside.resolve("file")).hasContent("kept");
    }

    private List<String> reasons(VolumeMeta volume) throws Exception {
        return pool.backend().health(volume, Optional.empty(), Optional.empty()).stream()
                .map(HealthProblem::reason)
                .toList();
    }

    private static void nest(Path parent, String name) throws IOException {
        try (Descriptor opened = Descriptor.openDirectory(parent)) {
            BtrfsSubvolumes.create(opened, name);
        }
    }

    /// Writes up to this many bytes, or until the quota is exceeded.
    private static long fill(Path file, Bytes most) throws IOException {
        byte[] block = new byte[256 * 1024];
        long written = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            while (written < most.count()) {
                out.write(block);
                written += block.length;
            }
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?s).*(quota exceeded|No space left).*");
        }
        return written;
    }

    private static void assertRefused(CsiCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
