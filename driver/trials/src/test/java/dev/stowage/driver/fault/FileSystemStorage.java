package dev.stowage.driver.fault;

import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.MountFlag;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/// A file system on the disk, with a pool of images in it.
final class FileSystemStorage implements FaultySystem.Storage {

    private final FaultyDisk disk;
    private final Path directory;

    FileSystemStorage(ScratchDirectory scratch, FaultyDisk disk) throws IOException {
        this.disk = disk;
        this.directory = scratch.directory("pool");
        String ignored = CommandRunner.run(
                Duration.ofSeconds(60), List.of("mkfs.xfs", "-q", disk.node().toString()));
    }

    @Override
    public DriverVariant variant() {
        return new DriverVariant(
                "image on a failing disk", List.of("--backend=image", "--pool=" + directory), "ext4", 16, false, true);
    }

    @Override
    public void open() throws IOException {
        Mounts.system().mount(disk.node().toString(), directory, "xfs", EnumSet.noneOf(MountFlag.class), "");
    }

    /// It was unmounted with all that is below the test's directory.
    @Override
    public void close() {}
}
