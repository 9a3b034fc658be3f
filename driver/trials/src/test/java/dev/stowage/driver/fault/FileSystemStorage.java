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
    private final VolumeKind kind;

    FileSystemStorage(ScratchDirectory scratch, FaultyDisk disk, VolumeKind kind) throws IOException {
        this.disk = disk;
        this.kind = kind;
        this.directory = scratch.directory("pool");
        String ignored = CommandRunner.run(
                Duration.ofSeconds(60), List.of("mkfs.xfs", "-q", disk.node().toString()));
    }

    @Override
    public DriverVariant variant() {
        List<String> flags = List.of("--backend=image", "--pool=" + directory);
        return kind.of(new DriverVariant("image on a failing disk", flags, "ext4", 16, false, true));
    }

    @Override
    public void open() throws IOException {
        Mounts.system().mount(disk.node().toString(), directory, "xfs", EnumSet.noneOf(MountFlag.class), "");
    }

    /// It was unmounted with all that is below the test's directory.
    @Override
    public void close() {}
}
