package dev.stowage.node.blockdevice;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.Stat;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The paths under which the kubelet keeps a device that a pod uses.
///
/// @param global a bind mount of the device, for the node
/// @param link a link to the device, in the directory of the pod
public record MappedDevice(Path global, Path link) {
    private static final int MODE = 0750;

    /// A node that an earlier run left may lead to another device by now: numbers of loop devices are used
    /// again. And after an unmount only the empty file is left that was below the node.
    ///
    /// @param device without links
    public void map(Path device, Mounts mounts) throws IOException {
        Stat published = Stat.of(device);
        if (!published.isBlockDevice()) {
            throw new IOException(device + " is not a block device");
        }
        // The directory of the pod shows a later run that there may be something to unmap.
        Directories.ensure(requireNonNull(link.getParent()), MODE);
        Directories.ensure(requireNonNull(global.getParent()), MODE);
        if (Stat.find(global).filter(found -> isSameDevice(found, published)).isEmpty()) {
            mounts.release(global);
            Files.createFile(global);
            mounts.bind(device, global, false);
        }
        // One from before a restart of the machine may lead to another device.
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, device);
    }

    private static boolean isSameDevice(Stat found, Stat published) {
        return found.isBlockDevice()
                && found.nodeMajor() == published.nodeMajor()
                && found.nodeMinor() == published.nodeMinor();
    }

    public void unmap(Mounts mounts) throws IOException {
        detachLoopDevice();
        Files.deleteIfExists(link);
        if (Files.isDirectory(requireNonNull(global.getParent()))) {
            mounts.release(global);
        }
    }

    /// The kubelet keeps the device open with a loop device over it.
    private void detachLoopDevice() throws IOException {
        if (!Files.exists(global)) {
            return;
        }
        for (LoopDevice loop : LoopDevices.system().list()) {
            if (loop.backingFile().equals(global.toString())) {
                LoopDevices.system().detach(loop);
            }
        }
    }
}
