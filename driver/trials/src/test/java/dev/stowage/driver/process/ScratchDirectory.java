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

/// A directory whose mounts, loop devices and files go when it is closed, whatever state they are in. It lies
/// directly in /tmp: a socket's path is short.
public record ScratchDirectory(Path path) implements AutoCloseable {

    public static ScratchDirectory make() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "mounting needs root");
        assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel offers no loop devices");
        return new ScratchDirectory(Files.createTempDirectory(Path.of("/tmp"), "stowage-local-"));
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    /// Lowest first.
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

    /// Devices first: one that is in use goes with its last mount, and so frees the pool that its file lies in.
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
            // It was not frozen, as it should be.
        }
    }
}
