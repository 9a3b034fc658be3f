package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageLifecycleTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.thatSharesBlocks();

    private final Mounts mounts = Mounts.system();

    /// A repeated reservation takes no additional space.
    @Test
    void volumeThatIsMoreThanHalfOfThePoolIsStaged() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(2560), "ext4");
        Path staging = pool.staging("a");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        assertThat(mounts.at(staging)).isPresent();
        backend.unstage(volume.id(), staging);
    }

    @ParameterizedTest
    @CsvSource({"ext4, 64", "xfs, 320", "btrfs, 128"})
    void volumeKeepsItsDataFromPublicationToPublicationAndLeavesNothing(String fsType, int mebi) throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(mebi), fsType);
        Path staging = pool.staging("a");
        Path target = pool.target("a");

        backend.create(volume, Optional.empty());
        assertThat(Stat.of(pool.image(volume)).allocatedBytes())
                .isGreaterThanOrEqualTo(volume.size().count());
        for (String content : new String[] {"first", "second"}) {
            backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
            backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
            backend.publish(volume, publication(volume, target, staging, false));
            backend.publish(volume, publication(volume, target, staging, false));
            assertThat(mounts.stackedAt(target)).hasSize(1);
            assertThat(mounts.stackedAt(staging)).hasSize(1);
            assertThat(pool.devices(volume)).hasSize(1);
            Files.writeString(target.resolve(content), content);
            assertThat(target.resolve("first")).hasContent("first");
            assertThat(backend.usage(volume, target).bytes().total())
                    .isGreaterThan(Bytes.mebi(mebi / 2).count());

            backend.unpublish(volume.id(), target);
            backend.unpublish(volume.id(), target);
            backend.unstage(volume.id(), staging);
            backend.unstage(volume.id(), staging);
            assertThat(target).doesNotExist();
            assertThat(mounts.at(staging)).isEmpty();
            assertThat(pool.devices(volume)).isEmpty();
        }
        assertThat(Stat.of(pool.image(volume)).allocatedBytes())
                .isGreaterThanOrEqualTo(volume.size().count());

        backend.delete(volume.id());
        backend.delete(volume.id());
        assertThat(pool.folder().volumeIds()).isEmpty();
    }

    @Test
    void rawDeviceIsPublishedAndKeepsItsBytes() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(8), "");
        Path staging = pool.staging("a");
        Path target = pool.target("a");
        backend.create(volume, Optional.empty());

        backend.stage(volume, stage(volume, staging, TestImagePool.raw()));
        backend.publish(volume, publication(volume, target, staging, false));
        backend.publish(volume, publication(volume, target, staging, false));
        assertThat(mounts.stackedAt(target)).hasSize(1);
        assertThat(BlockDevice.size(target)).isEqualTo(Bytes.mebi(8).count());
        Files.writeString(target, "hello", StandardOpenOption.WRITE);
        backend.unpublish(volume.id(), target);
        assertThat(target).doesNotExist();
        backend.unstage(volume.id(), staging);

        assertThat(pool.devices(volume)).isEmpty();
        assertThat(staging).isEmptyDirectory();
        assertThat(new String(Files.readAllBytes(pool.image(volume)), 0, 5, java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("hello");
        backend.delete(volume.id());
    }

    @Test
    void readOnlyPublicationsTakeNoWritesBesideWritableOnes() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        Path staging = pool.staging("a");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted("noatime")));

        backend.publish(volume, publication(volume, pool.target("rw"), staging, false));
        backend.publish(volume, publication(volume, pool.target("ro"), staging, true));

        assertThat(mounts.at(staging).orElseThrow().options()).contains("noatime");
        Files.writeString(pool.target("rw").resolve("f"), "x");
        assertThat(pool.target("ro").resolve("f")).hasContent("x");
        ExpectedRefusal.io(() -> Files.writeString(pool.target("ro").resolve("g"), "x"));
        ExpectedRefusal.with(
                CsiCode.ALREADY_EXISTS,
                () -> backend.publish(volume, publication(volume, pool.target("ro"), staging, false)));
    }

    @Test
    void readOnlyRawDeviceTakesNoWritesAndTheNextWritableOneDoes() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(8), "");
        Path staging = pool.staging("a");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.raw()));

        backend.publish(volume, publication(volume, pool.target("ro"), staging, true));
        ExpectedRefusal.io(() -> Files.write(pool.target("ro"), new byte[512], StandardOpenOption.WRITE));
        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.publish(volume, publication(volume, pool.target("rw"), staging, false)));
        assertThat(pool.target("rw")).doesNotExist();
        backend.unpublish(volume.id(), pool.target("ro"));

        backend.publish(volume, publication(volume, pool.target("rw"), staging, false));
        Files.write(pool.target("rw"), new byte[512], StandardOpenOption.WRITE);
    }

    @Test
    void publicationStagesWhatTheOrchestratorForgot() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        Path target = pool.target("a");
        backend.create(volume, Optional.empty());

        backend.publish(volume, publication(volume, target, Optional.empty(), TestImagePool.mounted(), false));
        Files.writeString(target.resolve("f"), "x");
        backend.unpublish(volume.id(), target);

        assertThat(pool.devices(volume)).isEmpty();
        assertThat(pool.notes().resolve("staging")).isEmptyDirectory();
        backend.delete(volume.id());
    }

    @Test
    void mountGroupCanWriteEverywhere() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
        backend.create(volume, Optional.empty());
        var capability = new dev.stowage.sdk.VolumeCapability(
                new dev.stowage.sdk.VolumeCapability.Use.FileSystem("ext4", java.util.List.of(), "4321"),
                dev.stowage.sdk.AccessMode.SINGLE_NODE_WRITER);

        backend.publish(
                volume, publication(volume, pool.target("a"), Optional.of(pool.staging("a")), capability, false));

        Stat root = Stat.of(pool.target("a"));
        assertThat(root.gid()).isEqualTo(4321);
        assertThat(root.permissions() & 02070).isEqualTo(02070);
    }

    @Test
    void thinVolumeTakesNoSpaceUntilWritten() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta volume = thin(volume("v", Bytes.gibi(10), ""));

        backend.create(volume, Optional.empty());

        assertThat(Stat.of(pool.image(volume)).size()).isEqualTo(Bytes.gibi(10).count());
        assertThat(Stat.of(pool.image(volume)).allocatedBytes()).isLessThan(1 << 20);
    }

    @Test
    void volumeWithoutSpaceIsRefusedAndLeavesNothing() throws Exception {
        ImageBackend backend = pool.backend();

        ExpectedRefusal.with(
                CsiCode.RESOURCE_EXHAUSTED, () -> backend.create(volume("v", Bytes.gibi(5), ""), Optional.empty()));
        ExpectedRefusal.with(
                CsiCode.OUT_OF_RANGE, () -> backend.create(volume("w", Bytes.mebi(20), "xfs"), Optional.empty()));

        assertThat(pool.folder().volumeIds()).isEmpty();
    }
}
