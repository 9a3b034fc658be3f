package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.file.OpenFileLock;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeCapability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Nodes that share a pool: there is only one writer, whatever the controller says.
class FencingTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.thatSharesBlocks();

    private final VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");

    @Test
    void secondNodeIsRefusedUntilTheFirstHasLetGo() throws Exception {
        ImageBackend here = pool.backend("here", CheckpointListener.NONE);
        ImageBackend there = pool.backend("there", CheckpointListener.NONE);
        here.create(volume, Optional.empty());
        here.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted()));
        Files.writeString(pool.staging("here").resolve("f"), "written here");

        ExpectedRefusal.with(
                        CsiCode.FAILED_PRECONDITION,
                        () -> there.stage(volume, stage(volume, pool.staging("there"), TestImagePool.mounted())))
                .hasMessageContaining("node here");
        ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> there.delete(volume.id()));

        here.unstage(volume.id(), pool.staging("here"));
        there.stage(volume, stage(volume, pool.staging("there"), TestImagePool.mounted()));
        assertThat(pool.staging("there").resolve("f")).hasContent("written here");
        ExpectedRefusal.with(
                        CsiCode.FAILED_PRECONDITION,
                        () -> here.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted())))
                .hasMessageContaining("node there");
    }

    @Test
    void lockWithoutDeviceIsRespected() throws Exception {
        ImageBackend here = pool.backend();
        here.create(volume, Optional.empty());
        try (Descriptor elsewhere = Descriptor.openForWriting(pool.image(volume))) {
            OpenFileLock.lockExclusively(elsewhere);

            ExpectedRefusal.with(
                    CsiCode.FAILED_PRECONDITION,
                    () -> here.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted())));
            ExpectedRefusal.with(CsiCode.FAILED_PRECONDITION, () -> here.delete(volume.id()));
            ExpectedRefusal.with(
                    CsiCode.FAILED_PRECONDITION,
                    () -> here.takeSnapshots(Map.of(volume, SnapshotId.of("s")), Map.of()));
            assertThat(pool.folder().snapshotIds()).isEmpty();
        }
        here.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted()));
    }

    @Test
    void deviceSurvivesTheRestartOfItsDriver() throws Exception {
        pool.backend().create(volume, Optional.empty());
        pool.backend().stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted()));
        List<LoopDevice> before = pool.devices(volume);

        ImageBackend restarted = pool.backend();
        restarted.recover();
        restarted.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted()));

        assertThat(pool.devices(volume)).isEqualTo(before);
    }

    @Test
    void manyCallersAtOnceMakeOneDevice() throws Exception {
        ImageBackend here = pool.backend();
        here.create(volume, Optional.empty());
        Path staging = pool.staging("here");
        Callable<Boolean> publishing = () -> {
            Path target = pool.target(Thread.currentThread().threadId() + "");
            here.publish(volume, publication(volume, target, staging, false));
            return true;
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(java.util.Collections.nCopies(8, publishing))) {
                assertThat(done.get()).isTrue();
            }
        }

        assertThat(pool.devices(volume)).hasSize(1);
        assertThat(dev.stowage.linux.mount.Mounts.system().stackedAt(staging)).hasSize(1);
    }

    @Test
    void readersOnSeveralNodesShareAndKeepWritersOut() throws Exception {
        ImageBackend here = pool.backend("here", CheckpointListener.NONE);
        ImageBackend there = pool.backend("there", CheckpointListener.NONE);
        VolumeCapability readers = new VolumeCapability(
                new VolumeCapability.Use.FileSystem("", List.of(), ""), AccessMode.MULTI_NODE_READER_ONLY);
        here.create(volume, Optional.empty());
        here.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted()));
        Files.writeString(pool.staging("here").resolve("f"), "x");
        here.unstage(volume.id(), pool.staging("here"));

        here.stage(volume, stage(volume, pool.staging("here"), readers));
        there.stage(volume, stage(volume, pool.staging("there"), readers));

        assertThat(pool.staging("here").resolve("f")).hasContent("x");
        assertThat(pool.staging("there").resolve("f")).hasContent("x");
        assertThat(pool.devices(volume)).singleElement().matches(LoopDevice::readOnly);
        ExpectedRefusal.io(() -> Files.writeString(pool.staging("here").resolve("g"), "x"));
        ExpectedRefusal.with(
                CsiCode.FAILED_PRECONDITION,
                () -> there.stage(volume, stage(volume, pool.staging("w"), TestImagePool.mounted())));
        here.unstage(volume.id(), pool.staging("here"));
        assertThat(pool.staging("there").resolve("f")).hasContent("x");
        there.unstage(volume.id(), pool.staging("there"));
        here.stage(volume, stage(volume, pool.staging("here"), TestImagePool.mounted()));
    }
}
