package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What must not happen, whatever was done to the files.
class ImageSafetyTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.onPlainDirectory();

    private final Mounts mounts = Mounts.system();
    private final VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");

    @ParameterizedTest
    @ValueSource(longs = {0, 512, 5_000_000, 16 * 1024 * 1024 - 8})
    void imageThatHoldsAnythingIsNeverFormatted(long offset) throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        try (RandomAccessFile file = new RandomAccessFile(pool.image(volume).toFile(), "rw")) {
            file.seek(offset);
            file.writeBytes("data");
        }
        byte[] before = Files.readAllBytes(pool.image(volume));

        ExpectedRefusal.with(
                        CsiCode.FAILED_PRECONDITION,
                        () -> backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted())))
                .hasMessageContaining("never formatted");

        assertThat(Files.readAllBytes(pool.image(volume))).isEqualTo(before);
        assertThat(pool.devices(volume)).isEmpty();
    }

    @Test
    void volumeThatWasFormattedOnceIsNotFormattedAgainWhenItLooksBlank() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume.asFormatted(), Optional.empty());

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted())));

        try (Descriptor image = Descriptor.openForReading(pool.image(volume))) {
            assertThat(ImageContent.anyIn(image)).isFalse();
        }
        assertThat(pool.devices(volume)).isEmpty();
    }

    @Test
    void fileSystemThatIsThereAlreadyIsKeptAndAnotherOneRefused() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        VolumeMeta other = volume("w", Bytes.mebi(128), "btrfs");
        backend.create(other, Optional.empty());
        for (VolumeMeta one : new VolumeMeta[] {volume, other}) {
            try (Descriptor image = Descriptor.openForWriting(pool.image(one))) {
                LoopDevice device = LoopDevices.system().attach(image, false, 4096);
                FileSystem.EXT4.create(device.node());
                LoopDevices.system().detach(device);
            }
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(pool.devices(one)).isEmpty());
        }

        backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted()));

        assertThat(pool.folder().find(volume.id()).orElseThrow().formatted()).isTrue();
        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.stage(other, stage(other, pool.staging("b"), TestImagePool.mounted())));
    }

    @Test
    void foreignDeviceIsNeitherUsedNorDuplicated() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        LoopDevice foreign = LoopDevices.system().attach(pool.image(volume), false);

        ExpectedRefusal.with(
                        CsiCode.FAILED_PRECONDITION,
                        () -> backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted())))
                .hasMessageContaining("another program");
        ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> backend.delete(volume.id()));

        assertThat(pool.devices(volume)).extracting(LoopDevice::number).containsExactly(foreign.number());
        assertThat(pool.image(volume)).exists();
    }

    @Test
    void imageThatIsLinkIsRefusedAndItsTargetKept() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path outside = pool.path().resolve("outside");
        Files.move(pool.image(volume), outside);
        Files.createSymbolicLink(pool.image(volume), outside);

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted())));
        backend.delete(volume.id());

        assertThat(outside).hasSize(volume.size().count());
        assertThat(LoopDevices.system().findByBackingFile(outside)).isEmpty();
    }

    @Test
    void volumeFolderThatIsLinkIsRefused() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path outside = pool.path().resolve("outside");
        Files.move(pool.folder().of(volume.id()), outside);
        Files.createSymbolicLink(pool.folder().of(volume.id()), outside);

        ExpectedRefusal.io(() -> backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted())));

        assertThat(LoopDevices.system().findByBackingFile(outside.resolve("image")))
                .isEmpty();
    }

    @Test
    void targetThatIsLinkIsRefused() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path staging = pool.staging("a");
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        Path outside = Files.createDirectory(pool.path().resolve("outside"));
        Path target = Files.createSymbolicLink(pool.target("a"), outside);

        ExpectedRefusal.with(
                CsiCode.INVALID_ARGUMENT, () -> backend.publish(volume, publication(volume, target, staging, false)));
        ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> backend.unpublish(volume.id(), target));

        assertThat(mounts.at(outside)).isEmpty();
        assertThat(outside).exists();
    }

    @Test
    void directoryThatMerelyExistsIsNotPublished() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path staging = pool.staging("a");
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        Path target = Files.createDirectory(pool.target("a"));

        backend.publish(volume, publication(volume, target, staging, false));

        assertThat(mounts.at(target)).isPresent();
    }

    @Test
    void aForeignMountIsLeftAsItIs() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path staging = pool.staging("a");
        Path target = Files.createDirectory(pool.target("a"));
        mounts.mount("theirs", staging, "tmpfs", Set.of(), "");
        mounts.mount("theirs", target, "tmpfs", Set.of(), "");

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.stage(volume, stage(volume, staging, TestImagePool.mounted())));
        backend.unstage(volume.id(), staging);
        Path own = pool.staging("own");
        backend.stage(volume, stage(volume, own, TestImagePool.mounted()));
        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION, () -> backend.publish(volume, publication(volume, target, own, false)));

        assertThat(mounts.at(staging).orElseThrow().source()).isEqualTo("theirs");
        assertThat(mounts.at(target).orElseThrow().source()).isEqualTo("theirs");
    }

    @Test
    void volumeInUseIsNotDeleted() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path staging = pool.staging("a");
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        Files.writeString(staging.resolve("f"), "kept");

        ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> backend.delete(volume.id()))
                .hasMessageContaining(staging.toString());

        assertThat(staging.resolve("f")).hasContent("kept");
        assertThat(pool.folder().find(volume.id())).isPresent();
    }

    @Test
    void openFileKeepsTheVolumeStagedWithReason() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        Path staging = pool.staging("a");
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        try (var _ = Files.newOutputStream(staging.resolve("f"))) {
            ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> backend.unstage(volume.id(), staging))
                    .hasMessageContaining("open");
        }

        backend.unstage(volume.id(), staging);
        assertThat(pool.devices(volume)).isEmpty();
    }

    @Test
    void openRawDeviceIsNotCalledDetached() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta raw = volume("r", Bytes.mebi(4), "");
        backend.create(raw, Optional.empty());
        Path staging = pool.staging("r");
        backend.stage(raw, stage(raw, staging, TestImagePool.raw()));
        try (Descriptor _ =
                Descriptor.openForReading(pool.devices(raw).getFirst().node())) {
            ImageBackend impatient = pool.impatientBackend();
            ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> impatient.unstage(raw.id(), staging));
            ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> impatient.delete(raw.id()));
            assertThat(pool.image(raw)).exists();
        }

        backend.unstage(raw.id(), staging);
        backend.delete(raw.id());
    }

    @Test
    void failedStageDetachesWhatItAttachedAndNothingElse() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());

        ExpectedRefusal.with(
                CsiCode.INVALID_ARGUMENT,
                () -> backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted("no-such-option"))));
        assertThat(pool.devices(volume)).isEmpty();

        backend.stage(volume, stage(volume, pool.staging("a"), TestImagePool.mounted()));
        ExpectedRefusal.with(
                CsiCode.INVALID_ARGUMENT,
                () -> backend.stage(volume, stage(volume, pool.staging("b"), TestImagePool.mounted("no-such-option"))));
        assertThat(pool.devices(volume)).hasSize(1);
        assertThat(mounts.at(pool.staging("a"))).isPresent();
    }
}
