package dev.stowage.driver.filesystem;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Files, loop devices and mounts of one test; all are removed afterwards, also when it failed.
public final class TestDisks implements BeforeEachCallback, AfterEachCallback {
    private @Nullable Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("stowage-driver-").toRealPath();
        Path probe = folder("probe");
        try {
            Mounts.system().mount("probe", probe, "tmpfs", Set.of(), "");
        } catch (LinuxException e) {
            assumeTrue(false, "needs root: this process may not mount");
        }
        Mounts.system().release(probe);
        assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel offers no loop devices");
    }

    public Path path() {
        return requireNonNull(directory, "used outside a test");
    }

    public Path folder(String name) throws IOException {
        return Files.createDirectories(path().resolve(name));
    }

    /// A sparse file; made bigger when it is there.
    public Path image(String name, long size) throws IOException {
        Path image = path().resolve(name);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size);
        }
        return image;
    }

    public LoopDevice attach(Path image) throws IOException {
        return LoopDevices.system().attach(image, false);
    }

    public Path mount(FileSystem fileSystem, Path device, String name) throws IOException {
        Path target = folder(name);
        MountOptions options = MountOptions.parse(fileSystem.mountOptions());
        Mounts.system().mount(device.toString(), target, fileSystem.word(), options.flags(), options.data());
        return target;
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Mounts mounts = Mounts.system();
        // Looked up first: a file below a removed mount is no longer found by its name.
        List<LoopDevice> devices = devicesHere();
        for (List<MountPoint> left = mountsHere(); !left.isEmpty(); left = mountsHere()) {
            mounts.unmountLazily(left.getLast().target());
        }
        for (LoopDevice device : devices) {
            LoopDevices.system().detach(device);
        }
        Directories.removeTree(
                requireNonNull(path().getParent()), path().getFileName().toString());
    }

    public List<MountPoint> mountsHere() throws IOException {
        return Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(path()))
                .toList();
    }

    public List<LoopDevice> devicesHere() throws IOException {
        return LoopDevices.system().list().stream()
                .filter(device -> Path.of(device.backingFile()).startsWith(path()))
                .toList();
    }
}
