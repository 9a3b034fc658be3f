package dev.stowage.driver.fault;

import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.crash.VolumeLifecycle;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A driver whose pool is on a disk that can fail, and the reboot that follows the repair of a disk.
final class FaultySystem implements AutoCloseable {

    private final ScratchDirectory scratch;
    private final FaultyDisk disk;
    private final Storage storage;
    private final LocalDriverProcess driver;
    private final VolumeLifecycle lifecycle;

    /// What holds the pool, between the disk and the driver.
    interface Storage {
        DriverVariant variant();

        /// Makes the pool usable, as the start of a node does.
        void open() throws IOException;

        /// Lets go of the disk. The driver is not running and nothing is mounted.
        void close() throws IOException;
    }

    FaultySystem(ScratchDirectory scratch, FaultyDisk disk, Storage storage) throws IOException {
        this.scratch = scratch;
        this.disk = disk;
        this.storage = storage;
        storage.open();
        for (String volume : List.of("disk", "other", "copy")) {
            scratch.directory("work/" + volume + "-staging");
        }
        var _ = CommandRunner.run(Duration.ofSeconds(60), List.of("mkfifo", pipe().toString()));
        this.driver = LocalDriverProcess.start(scratch.path(), storage.variant().flags());
        this.lifecycle = new VolumeLifecycle(driver, scratch.path().resolve("work"), storage.variant());
    }

    VolumeLifecycle lifecycle() {
        return lifecycle;
    }

    FaultyDisk disk() {
        return disk;
    }

    DriverVariant variant() {
        return storage.variant();
    }

    LocalDriverProcess driver() {
        return driver;
    }

    /// The UUID of the file system that is mounted for a volume; the same for all raw devices.
    String uuid(String volume) throws IOException {
        if (variant().isRaw()) {
            return "none";
        }
        String device = scratch.mounts().stream()
                .filter(mount -> mount.target().equals(lifecycle.target(volume)))
                .map(MountPoint::source)
                .findFirst()
                .orElseThrow(() -> new IOException(volume + " is not mounted"));
        return CommandRunner.run(
                Duration.ofSeconds(60), List.of("blkid", "--probe", "--match-tag=UUID", "--output=value", device));
    }

    /// A named pipe at which the driver waits, see [FaultyPoint].
    Path pipe() {
        return scratch.path().resolve("pipe");
    }

    Path log() {
        return driver.log();
    }

    /// The disk is replaced by one that works and has all that was written to it; the node starts again.
    void repairAndReboot() throws IOException {
        down();
        disk.heal();
        storage.open();
        driver.restart();
    }

    private void down() throws IOException {
        lifecycle.close();
        driver.kill();
        // Found by a path that ends with the mount of the pool.
        List<LoopDevice> loops = scratch.loops().stream()
                .filter(loop -> !loop.backingFile().endsWith(FaultyDisk.FILE))
                .toList();
        // While the disk still fails: what was not written is lost, as with the power.
        scratch.unmount();
        for (LoopDevice loop : loops) {
            LoopDevices.system().detach(loop);
        }
        storage.close();
        disk.awaitUnused();
    }

    @Override
    public void close() throws IOException {
        down();
        disk.heal();
        driver.close();
    }
}
