package dev.stowage.driver.image;

import static dev.stowage.driver.image.TestImagePool.publication;
import static dev.stowage.driver.image.TestImagePool.stage;
import static dev.stowage.driver.image.TestImagePool.thin;
import static dev.stowage.driver.image.TestImagePool.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.StagedDeviceNode;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A volume is unstaged whatever its user wrote into it, and whatever became of its file system.
class UnstageTest {

    @RegisterExtension
    final TestImagePool pool = TestImagePool.onPlainDirectory();

    private final Mounts mounts = Mounts.system();
    private final VolumeMeta volume = volume("v", Bytes.mebi(16), "ext4");
    private final VolumeMeta raw = volume("r", Bytes.mebi(4), "");

    private Path staged(ImageBackend backend, VolumeMeta one) throws Exception {
        Path staging = pool.staging(one.id().value());
        backend.create(one, Optional.empty());
        backend.stage(one, stage(one, staging, TestImagePool.of(one)));
        return staging;
    }

    private void assertUnstaged(VolumeMeta one, Path staging) throws Exception {
        assertThat(mounts.at(staging)).isEmpty();
        assertThat(pool.devices(one)).isEmpty();
        assertThat(staging).isEmptyDirectory();
    }

    private static void shutDown(Path mounted) throws Exception {
        assumeTrue(CommandRunner.isInstalled("xfs_io"), "xfs_io is not installed");
        CommandRunner.run(Duration.ofSeconds(30), List.of("xfs_io", "-x", "-c", "shutdown", mounted.toString()));
    }

    @Test
    void fileSystemThatWasShutDownIsUnstaged() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta xfs = thin(volume("x", Bytes.mebi(300), "xfs"));
        Path staging = staged(backend, xfs);
        shutDown(staging);

        backend.unstage(xfs.id(), staging);

        assertUnstaged(xfs, staging);
    }

    @Test
    void privatelyStagedFileSystemThatWasShutDownIsUnstaged() throws Exception {
        ImageBackend backend = pool.backend();
        VolumeMeta xfs = thin(volume("x", Bytes.mebi(300), "xfs"));
        Path target = pool.target("x");
        backend.create(xfs, Optional.empty());
        backend.publish(xfs, publication(xfs, target, Optional.empty(), TestImagePool.mounted(), false));
        shutDown(target);

        backend.unpublish(xfs.id(), target);

        assertThat(pool.devices(xfs)).isEmpty();
        assertThat(target).doesNotExist();
        backend.delete(xfs.id());
    }

    @Test
    void directoryWithTheNameOfOurNodeIsKept() throws Exception {
        ImageBackend backend = pool.backend();
        Path staging = staged(backend, volume);
        Path own = Files.createDirectory(staging.resolve(StagedDeviceNode.NAME));
        Files.writeString(own.resolve("f"), "kept");

        backend.unstage(volume.id(), staging);

        assertUnstaged(volume, staging);
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        assertThat(own.resolve("f")).hasContent("kept");
    }

    @Test
    void emptyFileWithTheNameOfOurNodeIsKept() throws Exception {
        ImageBackend backend = pool.backend();
        Path staging = staged(backend, volume);
        Path own = Files.createFile(staging.resolve(StagedDeviceNode.NAME));

        backend.unstage(volume.id(), staging);

        assertUnstaged(volume, staging);
        backend.stage(volume, stage(volume, staging, TestImagePool.mounted()));
        assertThat(own).exists();
    }

    @Test
    void rawVolumeIsUnstagedAlsoWhenItsDeviceWasDetachedByAnotherProgram() throws Exception {
        ImageBackend backend = pool.backend();
        Path staging = staged(backend, raw);
        CommandRunner.run(
                Duration.ofSeconds(30),
                List.of("losetup", "-d", pool.devices(raw).getFirst().node().toString()));

        backend.unstage(raw.id(), staging);

        assertUnstaged(raw, staging);
    }

    /// As after a kill between the file and its bind mount.
    @Test
    void emptyFileThatWasNeverBoundIsRemovedForRawVolumesOnly() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(raw, Optional.empty());
        backend.create(volume, Optional.empty());
        Path leftover = Files.createFile(pool.staging("r").resolve(StagedDeviceNode.NAME));
        Path other = Files.createFile(pool.staging("v").resolve(StagedDeviceNode.NAME));

        backend.unstage(raw.id(), pool.staging("r"));
        backend.unstage(volume.id(), pool.staging("v"));

        assertThat(leftover).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void missingStagingPathIsUnstaged() throws Exception {
        ImageBackend backend = pool.backend();
        backend.create(raw, Optional.empty());

        backend.unstage(raw.id(), pool.path().resolve("missing").resolve("deeper"));

        assertThat(pool.path().resolve("missing")).doesNotExist();
    }
}
