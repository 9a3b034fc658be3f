package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Secrets;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpansionAndHealthTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.thatSharesBlocks();

    private final Mounts mounts = Mounts.system();
    private final VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");

    private static NodeExpandRequest growth(VolumeMeta volume, Path path, Bytes size) {
        return new NodeExpandRequest(
                volume.id(),
                path,
                Optional.empty(),
                new CapacityRange(size, Bytes.UNLIMITED),
                Optional.empty(),
                new Secrets(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({"xfs, 320, 512", "btrfs, 128, 256"})
    void fileSystemGrowsWhileItIsUsed(String fsType, int before, int after) throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta small = volume("g", Bytes.mebi(before), fsType);
        Path staging = pool.staging("g");
        backend.create(small, Optional.empty());
        backend.stage(small, stage(small, staging, TestImagePool.mounted()));
        Files.writeString(staging.resolve("f"), "kept");
        long used = FileSystems.stats(staging).totalBytes();

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.expandOnNode(small, growth(small, staging, Bytes.mebi(after))));
        assertThat(backend.expand(small, Bytes.mebi(after))).isTrue();
        assertThat(backend.expandOnNode(small, growth(small, staging, Bytes.mebi(after))))
                .isEqualTo(Bytes.mebi(after));

        assertThat(FileSystems.stats(staging).totalBytes()).isGreaterThan(used + (50 << 20));
        assertThat(staging.resolve("f")).hasContent("kept");
        assertThat(pool.folder().find(small.id()).orElseThrow().size()).isEqualTo(Bytes.mebi(after));
    }

    @Test
    void volumeThatGrewUnusedHasItsSizeWhenStaged() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, pool.staging("v"), TestImagePool.mounted()));
        backend.unstage(volume.id(), pool.staging("v"));

        backend.expand(volume, Bytes.mebi(64));
        backend.stage(volume, stage(volume, pool.staging("v"), TestImagePool.mounted()));

        assertThat(FileSystems.stats(pool.staging("v")).totalBytes())
                .isGreaterThan(Bytes.mebi(40).count());
    }

    @Test
    void publishedRawDeviceGrows() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta raw = volume("r", Bytes.mebi(4), "");
        backend.create(raw, Optional.empty());
        backend.stage(raw, stage(raw, pool.staging("r"), TestImagePool.raw()));
        backend.publish(raw, publication(raw, pool.target("r"), pool.staging("r"), false));

        backend.expand(raw, Bytes.mebi(8));
        backend.expandOnNode(raw, growth(raw, pool.target("r"), Bytes.mebi(8)));

        assertThat(BlockDevice.size(pool.target("r"))).isEqualTo(Bytes.mebi(8).count());
        assertThat(backend.usage(raw, pool.target("r")).bytes().total())
                .isEqualTo(Bytes.mebi(8).count());
    }

    @Test
    void growthWithoutSpaceIsRefusedAndChangesNothing() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());

        ExpectedRefusal.with(CsiCode.RESOURCE_EXHAUSTED, () -> backend.expand(volume, Bytes.gibi(50)));

        assertThat(Files.size(pool.image(volume))).isEqualTo(Bytes.mebi(16).count());
        assertThat(pool.folder().find(volume.id()).orElseThrow().size()).isEqualTo(Bytes.mebi(16));
        assertThat(FileSystems.free(pool.folder().root()))
                .isGreaterThan(Bytes.gibi(3).count());
    }

    /// As after a bad block: the kernel shuts the file system down.
    private void failFileSystem() throws Exception {
        Path trigger = Path.of(
                        "/sys/fs/ext4/" + pool.devices(volume).getFirst().node().getFileName())
                .resolve("trigger_fs_error");
        org.junit.jupiter.api.Assumptions.assumeTrue(
                Files.isWritable(trigger), "this kernel cannot be asked for an error of ext4");
        Files.writeString(trigger, "a test asked for it");
    }

    @Test
    void healthyVolumeHasNoProblemsAndBrokenOnesAreNamed() throws Exception {
        ImageBackend backend = pool.backend();
        Path staging = pool.staging("v");
        Path target = pool.target("v");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        backend.publish(volume, publication(volume, target, staging, true));
        assertThat(backend.health(volume, Optional.of(target), Optional.of(staging)))
                .isEmpty();

        failFileSystem();
        assertThat(backend.health(volume, Optional.empty(), Optional.of(staging)))
                .extracting(HealthProblem::reason)
                .containsExactly("FileSystemFailed");
        backend.unpublish(volume.id(), target);
        mounts.unmount(staging);
        assertThat(backend.health(volume, Optional.empty(), Optional.of(staging)))
                .extracting(HealthProblem::reason)
                .containsExactly("NotMounted");
        backend.unstage(volume.id(), staging);
        try (RandomAccessFile file = new RandomAccessFile(pool.image(volume).toFile(), "rw")) {
            file.setLength(1 << 20);
        }
        assertThat(backend.health(volume, Optional.empty(), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("ImageCutOff");
        Files.delete(pool.image(volume));
        assertThat(backend.health(volume, Optional.empty(), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("ImageMissing");
    }

    @Test
    void fileSystemThatBecameReadOnlyIsMountedAnewUnlessItIsInUse() throws Exception {
        ImageBackend backend = pool.backend();
        Path staging = pool.staging("v");
        Path target = pool.target("v");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        backend.publish(volume, publication(volume, target, staging, false));
        Files.writeString(target.resolve("f"), "kept");
        try (Descriptor file = Descriptor.openForReading(target.resolve("f"))) {
            file.sync();
        }
        failFileSystem();

        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> backend.publish(volume, publication(volume, target, staging, false)));
        assertThat(mounts.at(target)).as("a repeat never unmounts").isPresent();
        backend.unpublish(volume.id(), target);
        backend.publish(volume, publication(volume, target, staging, false));

        Files.writeString(target.resolve("g"), "writable again");
        assertThat(target.resolve("f")).hasContent("kept");
    }

    @Test
    void deviceOverDeletedImageIsDetachedAtTheNextStart() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());
        dev.stowage.linux.block.LoopDevices.system().attach(pool.image(volume), false);
        Path image = pool.image(volume);
        Files.delete(image);
        assertThat(pool.devices(volume)).hasSize(1);

        backend.recover();

        assertThat(pool.devices(volume)).isEmpty();
    }

    @Test
    void labelsAreKeptAndOtherSettingsRefused() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(volume, Optional.empty());

        backend.modify(volume, Map.of("label.team", "blue", "label.x", "y"));
        backend.modify(volume, Map.of("label.x", ""));

        assertThat(pool.folder().find(volume.id()).orElseThrow().settings()).isEqualTo(Map.of("label.team", "blue"));
        ExpectedRefusal.with(CsiCode.INVALID_ARGUMENT, () -> backend.checkSettings(Map.of("iops", "5")));
    }
}
