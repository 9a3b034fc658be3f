package dev.stowage.linux;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A directory for one test. Mounts and loop devices in it are removed after the test, even when it fails.
public final class ScratchDirectory implements BeforeEachCallback, AfterEachCallback {
    private @Nullable Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("stowage linux ").toRealPath();
    }

    public Path path() {
        return requireNonNull(directory, "used outside a test");
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(path().resolve(name));
    }

    public Path file(String name, String content) throws IOException {
        return Files.writeString(path().resolve(name), content);
    }

    /// A sparse file of this size.
    public Path image(String name, long size) throws IOException {
        Path image = path().resolve(name);
        try (var file = new java.io.RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size);
        }
        return image;
    }

    /// Creates a file system in a file, attaches it to a loop device and mounts it.
    public Path mounted(String fsType, String name, long size, String... makeOptions) throws Exception {
        Path image = image(name + ".img", size);
        List<String> command = new java.util.ArrayList<>(List.of("mkfs." + fsType, "-q"));
        command.addAll(List.of(makeOptions));
        command.add(image.toString());
        assumeTool(command.getFirst());
        Process made = new ProcessBuilder(command).inheritIO().start();
        if (!made.waitFor(60, TimeUnit.SECONDS) || made.exitValue() != 0) {
            throw new IllegalStateException(command + " failed");
        }
        LoopDevice device = LoopDevices.system().attach(image, false);
        Path target = directory(name);
        Mounts.system().mount(device.node().toString(), target, fsType, Set.of(), "");
        return target;
    }

    static void assumeTool(String tool) {
        boolean present = List.of("/usr/sbin", "/sbin", "/usr/bin").stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
        assumeTrue(present, tool + " is not installed");
    }

    public void assumeMountsAllowed() throws IOException {
        Path probe = directory("probe");
        try {
            Mounts.system().mount("probe", probe, "tmpfs", Set.of(), "");
        } catch (LinuxException e) {
            assumeTrue(e.errno() != Errno.EPERM && e.errno() != Errno.EACCES, "needs root: this process may not mount");
            throw e;
        }
        Mounts.system().release(probe);
    }

    public void assumeLoopDevicesAllowed() throws IOException {
        assumeMountsAllowed();
        assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel offers no loop devices");
    }

    /// Kernels differ in whether opening or only writing fails.
    public static void assertTakesNoWrites(LoopDevice device) {
        assertThatThrownBy(() -> Files.write(device.node(), new byte[512], StandardOpenOption.WRITE))
                .isInstanceOf(IOException.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Mounts mounts = Mounts.system();
        for (List<MountPoint> left = mountsHere(); !left.isEmpty(); left = mountsHere()) {
            mounts.unmountLazily(left.getLast().target());
        }
        if (Files.exists(Path.of("/dev/loop-control"))) {
            for (LoopDevice device : LoopDevices.system().list()) {
                if (Path.of(device.backingFile()).startsWith(path())) {
                    LoopDevices.system().detach(device);
                }
            }
        }
        Directories.removeTree(
                requireNonNull(path().getParent()), path().getFileName().toString());
    }

    private List<MountPoint> mountsHere() throws IOException {
        return Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(path()))
                .toList();
    }
}
