package dev.stowage.linux.block;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Loop devices: files used as disks. Attaching twice gives two devices over one file, which corrupts a file
/// system as soon as both are written; callers look with [#findByBackingFile(Path)] first and hold an
/// [OpenFileLock].
public interface LoopDevices {

    static LoopDevices system() {
        return new SystemLoopDevices(BlockingCalls.shared());
    }

    /// Attaches a file to a free device, with direct I/O where the file system below can do it.
    LoopDevice attach(Path backingFile, boolean readOnly) throws IOException;

    /// Attaches an open file. The device keeps the very same open file description, and with it a lock taken by
    /// [OpenFileLock]: the lock outlives this process and ends when the device is detached.
    LoopDevice attach(Descriptor backing, boolean readOnly) throws IOException;

    /// As before, with an explicit logical block size. By default the kernel chooses what direct I/O to the file
    /// needs, and that changes when the file comes to share blocks with another: what was made on blocks of 512
    /// bytes can then no longer be mounted. Where the size is too small for direct I/O, the device does without.
    LoopDevice attach(Descriptor backing, boolean readOnly, int blockSize) throws IOException;

    /// All attached devices, by number.
    List<LoopDevice> list() throws IOException;

    /// The devices over this file, found by device and inode, so that renamed files and other spellings of the
    /// path count. When the file is deleted, devices over the deleted file of that path are found, marked as such.
    List<LoopDevice> findByBackingFile(Path backingFile) throws IOException;

    /// Makes the device as large as its file has become.
    void grow(LoopDevice device) throws IOException;

    /// Requests a detach from the kernel. While the device is mounted or open elsewhere it stays until the
    /// last user has closed it; check with [#findByBackingFile(Path)]. Succeeds when it is
    /// detached already.
    void detach(LoopDevice device) throws IOException;
}
