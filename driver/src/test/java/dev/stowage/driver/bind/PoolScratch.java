package dev.stowage.driver.bind;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A directory with a pool for one test. All mounts and devices in it are removed afterwards.
public final class PoolScratch implements BeforeEachCallback, AfterEachCallback {
    private final Mounts mounts = Mounts.system();
    private @Nullable Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("stowage-pool-").toRealPath();
        Path probe = directory("probe");
        try {
            mounts.mount("probe", probe, "tmpfs", Set.of(), "");
        } catch (LinuxException e) {
            assumeTrue(e.errno() != Errno.EPERM && e.errno() != Errno.EACCES, "needs root: this process may not mount");
            throw e;
        }
        mounts.release(probe);
    }

    public Path path() {
        return requireNonNull(directory, "used outside a test");
    }

    public Mounts mounts() {
        return mounts;
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(path().resolve(name));
    }

    public PoolDirectory pool() throws IOException {
        PoolDirectory pool = new PoolDirectory(directory("pool"));
        pool.ensure();
        return pool;
    }

    /// A loop device over a new sparse file.
    public Path device(String name, Bytes size) throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel offers no loop devices");
        Path image = path().resolve(name + ".img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size.count());
        }
        return LoopDevices.system().attach(image, false).node();
    }

    public static VolumeMeta volume(String name, BackendKind backend, Bytes size) {
        return new VolumeMeta(VolumeId.of(name), backend, size, "", false, false, false, false, Map.of());
    }

    public Path target(String name) throws IOException {
        return directory("pods").resolve(name);
    }

    public Publication publication(VolumeMeta volume, Path target) {
        return publication(volume, target, false, "", List.of());
    }

    public Publication publication(
            VolumeMeta volume, Path target, boolean readOnly, String group, List<String> mountFlags) {
        VolumeCapability.Use use = new VolumeCapability.Use.FileSystem("", mountFlags, group);
        VolumeCapability capability = new VolumeCapability(use, AccessMode.SINGLE_NODE_WRITER);
        return new Publication(
                volume.id(), target, Optional.empty(), capability, readOnly, Map.of(), Map.of(), new Secrets(Map.of()));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
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
                requireNonNull(path().getParent()),
                requireNonNull(path().getFileName()).toString());
    }

    private List<MountPoint> mountsHere() throws IOException {
        return mounts.table().stream()
                .filter(mount -> mount.target().startsWith(path()))
                .toList();
    }
}
