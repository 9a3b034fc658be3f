package dev.stowage.driver.process;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FsFreeze;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A directory whose mounts, loop devices and files are removed when it is closed, whatever their state. It is
/// directly in /tmp because socket paths must be short.
public record ScratchDirectory(Path path) implements AutoCloseable {

    public static ScratchDirectory make() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "mounting needs root");
        assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel offers no loop devices");
        return new ScratchDirectory(Files.createTempDirectory(Path.of("/tmp"), "stowage-local-"));
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    /// Mounts, the lowest first.
    public List<MountPoint> mounts() throws IOException {
        return Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(path))
                .toList();
    }

    public List<LoopDevice> loops() throws IOException {
        return LoopDevices.system().list().stream()
                .filter(device -> device.backingFile().startsWith(path + "/"))
                .toList();
    }

    /// Ends all mounts, for devices that are removed before this directory is.
    public void unmount() throws IOException {
        for (MountPoint mount : mounts().reversed()) {
            thaw(mount.target());
            Mounts.system().unmountLazily(mount.target());
        }
    }

    /// Devices first: a device in use is freed with its last mount, which frees the pool that holds its file.
    @Override
    public void close() throws IOException {
        for (MountPoint mount : mounts()) {
            thaw(mount.target());
        }
        await().until(() -> {
            for (LoopDevice device : loops()) {
                LoopDevices.system().detach(device);
            }
            for (MountPoint mount : mounts().reversed()) {
                Mounts.system().unmountLazily(mount.target());
            }
            return mounts().isEmpty() && loops().isEmpty();
        });
        Directories.removeTree(
                requireNonNull(path.getParent()),
                requireNonNull(path.getFileName()).toString());
    }

    private static void thaw(Path mountPoint) {
        try {
            FsFreeze.thaw(mountPoint);
        } catch (IOException _) {
            // Not frozen, as expected.
        }
    }
}
