package dev.stowage.driver.pool;

import dev.stowage.driver.filesystem.DiskFormat;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileAllocation;
import dev.stowage.linux.file.OpenFileLock;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/// The file of a pool, and its one loop device. Callers hold the [PoolLock].
///
/// The file is formatted under a temporary name and then renamed. So a file with the final name is either
/// complete or not ours, and one with the temporary name never held a volume and can be deleted.
record PoolImage(Path directory, FileSystem fileSystem, LoopDevices loops) {

    Path file() {
        return directory.resolve("pool.img");
    }

    private Path unfinished() {
        return directory.resolve("pool.img.new");
    }

    boolean isMade() throws IOException {
        return PoolRecord.read(directory).orElse(null) instanceof PoolRecord.There;
    }

    /// The file is there with its file system and may be used.
    void ensure(long size) throws IOException {
        Optional<PoolRecord> record = PoolRecord.read(directory);
        Optional<DiskFormat> contents = Files.exists(file()) ? Optional.of(DiskFormat.of(file())) : Optional.empty();
        boolean whole = contents.equals(Optional.of(new DiskFormat.Holds(fileSystem)));
        boolean empty = contents.isEmpty() || contents.get() instanceof DiskFormat.Blank;
        boolean there = record.orElse(null) instanceof PoolRecord.There;
        boolean begun = record.orElse(null) instanceof PoolRecord.BeingMade;
        if (there && whole) {
            return;
        }
        if (there || !(empty || (begun && whole))) {
            throw new IOException(("%s contains %s, which is not the pool described by pool.json; it is left as it is:"
                            + " restore the pool, or move both files away to create a new one")
                    .formatted(file(), contents.map(DiskFormat::toString).orElse("nothing (missing file)")));
        }
        if (empty) {
            make(size);
        }
        KillPoint.pass();
        new PoolRecord.There(fileSystem.word()).write(directory);
    }

    private void make(long size) throws IOException {
        new PoolRecord.BeingMade(fileSystem.word()).write(directory);
        KillPoint.pass();
        Files.deleteIfExists(unfinished());
        Files.createFile(
                unfinished(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (Descriptor file = Descriptor.openForWriting(unfinished())) {
            FileAllocation.allocate(file, 0, size);
            KillPoint.pass();
            fileSystem.create(unfinished());
            file.sync();
        } catch (IOException e) {
            Files.deleteIfExists(unfinished());
            throw e;
        }
        KillPoint.pass();
        Files.move(unfinished(), file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Directories.sync(directory);
    }

    /// The one device over the file. The lock on the description that the device keeps open makes a second one
    /// impossible for any process that takes the lock first, also while this process is replaced by another.
    LoopDevice attach() throws IOException {
        try (Descriptor backing = Descriptor.openForWriting(file())) {
            boolean free = lock(backing);
            List<LoopDevice> devices = loops.findByBackingFile(file());
            if (devices.size() > 1 || (devices.isEmpty() && !free)) {
                throw new IOException(
                        devices.isEmpty()
                                ? file() + " is locked by another process; try again when that process has stopped"
                                : file() + " has several loop devices " + devices + "; detach all of them");
            }
            LoopDevice device = devices.isEmpty() ? loops.attach(backing, false) : devices.getFirst();
            if (device.readOnly()) {
                throw new IOException(device.node() + " over " + file() + " is read-only; detach it");
            }
            return device;
        }
    }

    private static boolean lock(Descriptor backing) throws LinuxException {
        try {
            OpenFileLock.lockExclusively(backing);
            return true;
        } catch (LinuxException e) {
            if (e.errno() == Errno.EAGAIN) {
                return false;
            }
            throw e;
        }
    }

    /// Reserves blocks first, then grows the device and the mounted file system. A growth that a killed process
    /// began is completed by growing to the size of the file.
    void grow(LoopDevice device, Path mountedAt, long size) throws IOException {
        try (Descriptor file = Descriptor.openForWriting(file())) {
            long served = BlockDevice.size(device.node());
            if (size > served) {
                FileAllocation.allocate(file, served, size - served);
                file.sync();
            }
        }
        KillPoint.pass();
        loops.grow(device);
        KillPoint.pass();
        fileSystem.grow(device.node(), mountedAt);
    }
}
