package dev.stowage.linux.block;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Loop devices: files used as disks. Attaching a file twice creates two devices over it, which corrupts a file
/// system as soon as both are written. Callers therefore check [#findByBackingFile(Path)] first and hold an
/// [OpenFileLock].
public interface LoopDevices {

    static LoopDevices system() {
        return new SystemLoopDevices(BlockingCalls.shared());
    }

    /// Attaches a file to a free device, with direct I/O if the file system of the file supports it.
    LoopDevice attach(Path backingFile, boolean readOnly) throws IOException;

    /// Attaches an open file. The device keeps the very same open file description, and with it a lock taken by
    /// [OpenFileLock]: the lock outlives this process and ends when the device is detached.
    LoopDevice attach(Descriptor backing, boolean readOnly) throws IOException;

    /// The same, with an explicit logical block size. By default the kernel chooses the size that direct I/O to
    /// the file needs. That size changes when the file starts to share blocks with another one, and a file system
    /// with blocks of 512 bytes can then no longer be mounted. If the size is too small for direct I/O, the
    /// device does not use it.
    LoopDevice attach(Descriptor backing, boolean readOnly, int blockSize) throws IOException;

    /// All attached devices that this process may open, by number. It did not attach the others: that needs
    /// their device node too.
    List<LoopDevice> list() throws IOException;

    /// The devices over files in this directory or below it, by the path that the kernel reports. The device
    /// nodes of other devices are not used, so that a process without access to them can call this.
    List<LoopDevice> listBeneath(Path directory) throws IOException;

    /// The devices over this file, found by device and inode, so that renamed files and other spellings of the
    /// path are found too. If the file is deleted, its devices are found by the old path and marked as deleted.
    List<LoopDevice> findByBackingFile(Path backingFile) throws IOException;

    /// Grows the device to the current size of its file.
    void grow(LoopDevice device) throws IOException;

    /// Requests a detach from the kernel. A device that is mounted or open elsewhere stays attached until its
    /// last user has closed it; check with [#findByBackingFile(Path)]. Succeeds when it is already detached.
    void detach(LoopDevice device) throws IOException;
}
