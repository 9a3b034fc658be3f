package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.UnmountedGrowth;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.device.VolumeLocks;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The growth of an ext4 that is not mounted takes as long as it takes, whatever becomes of the calls.
class UnmountedGrowthTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.onPlainDirectory();

    private final VolumeMeta volume = thin(volume("v", Bytes.mebi(64), "ext4"));
    private final SnapshotId snapshot = SnapshotId.of("s");

    private Path note() {
        return pool.folder().of(volume.id()).resolve("growing");
    }

    /// Used once, expanded since, and not staged.
    private void expandUnstaged(Bytes size) throws Exception {
        ImageBackend backend = pool.backend();
        Path staging = pool.staging("v");
        backend.create(volume, Optional.empty());
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        Files.writeString(staging.resolve("f"), "kept");
        backend.unstage(volume.id(), staging);
        backend.expand(volume, size);
    }

    @Test
    void growthContinuesWhileItsCallsAreAborted() throws Exception {
        assumeFalse(FileSystem.EXT4.growsMounted(), "this process may grow a mounted ext4");
        expandUnstaged(Bytes.gibi(2));
        ImageBackend backend = pool.backendThatAnswersAtOnce();
        Path staging = pool.staging("v");

        ExpectedRefusal.with(
                        CsiCode.ABORTED, () -> backend.stage(volume, stage(volume, staging, TestImagePool.mounted())))
                .hasMessageContaining("is being expanded");

        await().ignoreExceptionsInstanceOf(CsiException.class).untilAsserted(() -> {
            backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
            assertThat(FileSystems.stats(staging).totalBytes())
                    .isGreaterThan(Bytes.gibi(1).count());
        });
        assertThat(staging.resolve("f")).hasContent("kept");
        assertThat(note()).doesNotExist();
    }

    @Test
    void mountedFileSystemGrowsWhereThatIsPermitted() throws Exception {
        assumeFalse(!FileSystem.EXT4.growsMounted(), "a mounted ext4 grows only with CAP_SYS_RESOURCE");
        expandUnstaged(Bytes.gibi(2));
        ImageBackend backend = pool.backendThatAnswersAtOnce();
        Path staging = pool.staging("v");

        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));

        assertThat(FileSystems.stats(staging).totalBytes())
                .isGreaterThan(Bytes.gibi(1).count());
        assertThat(staging.resolve("f")).hasContent("kept");
    }

    /// The superblock may have the new size already when the resize is interrupted.
    @Test
    void interruptedGrowthIsCheckedAgainBeforeTheMount() throws Exception {
        expandUnstaged(volume.size());
        Files.createFile(note());
        CommandRunner.run(
                Duration.ofSeconds(30),
                List.of(
                        "debugfs",
                        "-w",
                        "-R",
                        "set_super_value state 3",
                        pool.image(volume).toString()));
        ImageBackend backend = pool.backend();
        backend.recover();

        ExpectedRefusal.with(
                        CsiCode.FAILED_PRECONDITION, () -> backend.takeSnapshots(Map.of(volume, snapshot), Map.of()))
                .hasMessageContaining("interrupted");
        backend.stage(volume, stage(volume, pool.staging("v"), TestImagePool.mounted()));

        assertThat(note()).doesNotExist();
        assertThat(pool.staging("v").resolve("f")).hasContent("kept");
        assertThat(CommandRunner.run(
                        Duration.ofSeconds(30),
                        List.of("dumpe2fs", "-h", pool.image(volume).toString())))
                .doesNotContain("clean with errors");
    }

    private VolumeDevice attached(LoopAttachments attachments) throws Exception {
        pool.backend().create(volume, Optional.empty());
        return attachments.attach(pool.folder(), volume, false).device();
    }

    private LoopAttachments attachments() {
        ImageOptions options = ImageOptions.of("here").checkpoints(CheckpointListener.NONE);
        return new LoopAttachments(LoopDevices.system(), Mounts.system(), options);
    }

    @Test
    void oneJobRunsForAllCallsAndKeepsTheDevice() throws Exception {
        LoopAttachments attachments = attachments();
        VolumeDevice device = attached(attachments);
        UnmountedGrowth growth = new UnmountedGrowth(attachments, new VolumeLocks(), Duration.ofMillis(50));
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch mayEnd = new CountDownLatch(1);
        UnmountedGrowth.Growth slow = progress -> {
            progress.accept("pass " + runs.incrementAndGet());
            await().until(() -> mayEnd.await(60, TimeUnit.SECONDS));
        };
        try {
            for (int i = 0; i < 3; i++) {
                ExpectedRefusal.with(CsiCode.ABORTED, () -> growth.complete(pool.folder(), volume.id(), device, slow));
            }
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> growth.complete(pool.folder(), volume.id(), device, slow))
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            ExpectedRefusal.with(CsiCode.ABORTED, () -> growth.refuseWhileRunning(volume.id()))
                    .hasMessageContaining("pass 1");
            attachments.detachUnused(pool.folder(), volume.id());
            assertThat(pool.devices(volume)).hasSize(1);
            assertThat(growth.isIncomplete(pool.folder(), volume.id())).isTrue();
        } finally {
            mayEnd.countDown();
        }
        await().ignoreExceptionsInstanceOf(CsiException.class).untilAsserted(() -> {
            growth.refuseUnlessComplete(pool.folder(), volume.id());
            assertThat(pool.devices(volume)).as("nobody uses it any more").isEmpty();
        });
        assertThat(runs).hasValue(1);
    }

    @Test
    void failureIsReportedOnceThoughNoCallWaitedForIt() throws Exception {
        LoopAttachments attachments = attachments();
        VolumeDevice device = attached(attachments);
        UnmountedGrowth growth = new UnmountedGrowth(attachments, new VolumeLocks(), Duration.ZERO);
        CountDownLatch mayFail = new CountDownLatch(1);
        UnmountedGrowth.Growth failing = _ -> {
            await().until(() -> mayFail.await(60, TimeUnit.SECONDS));
            throw new IOException("bad block");
        };
        ExpectedRefusal.with(CsiCode.ABORTED, () -> growth.complete(pool.folder(), volume.id(), device, failing));
        mayFail.countDown();
        await().ignoreExceptionsInstanceOf(CsiException.class)
                .untilAsserted(() -> growth.refuseWhileRunning(volume.id()));

        assertThatThrownBy(() -> growth.complete(pool.folder(), volume.id(), device, failing))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bad block");

        await().untilAsserted(() -> assertThat(pool.devices(volume)).isEmpty());
        VolumeDevice again = attachments.attach(pool.folder(), volume, false).device();
        CountDownLatch mayEnd = new CountDownLatch(1);
        UnmountedGrowth.Growth succeeding = _ -> await().until(() -> mayEnd.await(60, TimeUnit.SECONDS));
        ExpectedRefusal.with(CsiCode.ABORTED, () -> growth.complete(pool.folder(), volume.id(), again, succeeding));
        mayEnd.countDown();
        await().ignoreExceptionsInstanceOf(CsiException.class)
                .untilAsserted(() -> growth.refuseUnlessComplete(pool.folder(), volume.id()));
    }
}
