package dev.stowage.driver.image;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FsFreeze;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A pool for one test, on xfs that shares blocks or on a plain directory. Whatever was mounted or attached is
/// gone afterwards, also when the test failed.
final class TestImagePool implements BeforeEachCallback, AfterEachCallback {

    private static final Duration SHORT = Duration.ofMillis(300);

    private final boolean sharing;
    private @Nullable Path directory;
    private @Nullable PoolDirectory folder;

    private TestImagePool(boolean sharing) {
        this.sharing = sharing;
    }

    static TestImagePool thatSharesBlocks() {
        return new TestImagePool(true);
    }

    static TestImagePool onPlainDirectory() {
        return new TestImagePool(false);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("stowage-image-").toRealPath();
        assumeMountsAllowed();
        Path root = Files.createDirectory(path().resolve("pool"));
        if (sharing) {
            assumeTrue(Files.isExecutable(Path.of("/usr/sbin/mkfs.xfs")), "mkfs.xfs is not installed");
            Path image = path().resolve("pool.img");
            try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
                file.setLength(Bytes.gibi(4).count());
            }
            LoopDevice device = LoopDevices.system().attach(image, false);
            FileSystem.XFS.create(device.node());
            Mounts.system().mount(device.node().toString(), root, "xfs", Set.of(), "nouuid");
        }
        folder = new PoolDirectory(root);
        folder.ensure();
    }

    private void assumeMountsAllowed() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this kernel offers no loop devices");
        Path probe = Files.createDirectory(path().resolve("probe"));
        try {
            Mounts.system().mount("probe", probe, "tmpfs", Set.of(), "");
        } catch (LinuxException e) {
            assumeTrue(e.errno() != Errno.EPERM && e.errno() != Errno.EACCES, "needs root: this process may not mount");
            throw e;
        }
        Mounts.system().release(probe);
    }

    Path path() {
        return requireNonNull(directory, "used outside a test");
    }

    PoolDirectory folder() {
        return requireNonNull(folder, "used outside a test");
    }

    Path notes() {
        return path().resolve("notes");
    }

    ImageBackend backend() {
        return backend("here", CheckpointListener.NONE);
    }

    /// For devices that stay: another process that lists devices keeps one open for a moment, which is waited
    /// for as long as always where it has to go.
    ImageBackend impatientBackend() {
        return backend(ImageOptions.of("here").detachWait(SHORT).checkpoints(CheckpointListener.NONE));
    }

    ImageBackend backend(String node, CheckpointListener checkpoints) {
        return backend(ImageOptions.of(node).checkpoints(checkpoints));
    }

    private ImageBackend backend(ImageOptions options) {
        String node = options.node();
        return new ImageBackend(
                PoolSource.at(folder()),
                Mounts.system(),
                LoopDevices.system(),
                node.equals("here") ? notes() : path().resolve("notes-" + node),
                options);
    }

    static VolumeMeta volume(String name, Bytes size, String fsType) {
        return new VolumeMeta(
                VolumeId.of(name), BackendKind.IMAGE, size, fsType, fsType.isEmpty(), false, false, false, Map.of());
    }

    static VolumeMeta thin(VolumeMeta meta) {
        return new VolumeMeta(
                meta.id(),
                meta.backend(),
                meta.size(),
                meta.fsType(),
                meta.block(),
                meta.formatted(),
                true,
                meta.ephemeral(),
                meta.settings());
    }

    Path image(VolumeMeta volume) {
        return folder().of(volume.id()).resolve("image");
    }

    List<LoopDevice> devices(VolumeMeta volume) throws IOException {
        return LoopDevices.system().findByBackingFile(image(volume));
    }

    Path staging(String name) throws IOException {
        return Files.createDirectories(path().resolve("staging-" + name));
    }

    Path target(String name) {
        return path().resolve("target-" + name);
    }

    static VolumeCapability mounted(String... flags) {
        return new VolumeCapability(
                new VolumeCapability.Use.FileSystem("", List.of(flags), ""), AccessMode.SINGLE_NODE_WRITER);
    }

    static VolumeCapability raw() {
        return new VolumeCapability(new VolumeCapability.Use.Block(), AccessMode.SINGLE_NODE_WRITER);
    }

    static VolumeCapability of(VolumeMeta volume) {
        return volume.block() ? raw() : mounted();
    }

    static Stage stage(VolumeMeta volume, Path at, VolumeCapability capability) {
        return new Stage(volume.id(), at, capability, Map.of(), Map.of(), new Secrets(Map.of()));
    }

    static Publication publication(VolumeMeta volume, Path target, Path stagedAt, boolean readOnly) {
        return publication(volume, target, Optional.of(stagedAt), of(volume), readOnly);
    }

    static Publication publication(
            VolumeMeta volume, Path target, Optional<Path> stagedAt, VolumeCapability capability, boolean readOnly) {
        return new Publication(
                volume.id(), target, stagedAt, capability, readOnly, Map.of(), Map.of(), new Secrets(Map.of()));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        // From the top down: what is in the pool can no longer be found once it is unmounted.
        Path root = path().resolve("pool");
        unmount(mount -> !mount.target().equals(root));
        detach(root);
        unmount(_ -> true);
        detach(path());
        Directories.removeTree(
                requireNonNull(path().getParent()), path().getFileName().toString());
    }

    private void unmount(Predicate<MountPoint> which) throws IOException {
        for (MountPoint mount : mountsHere().reversed()) {
            if (which.test(mount)) {
                try {
                    FsFreeze.thaw(mount.target());
                } catch (IOException e) {
                    // it was not frozen
                }
                Mounts.system().unmountLazily(mount.target());
            }
        }
    }

    private static void detach(Path below) throws IOException {
        for (LoopDevice device : LoopDevices.system().list()) {
            if (Path.of(device.backingFile()).startsWith(below)) {
                LoopDevices.system().detach(device);
            }
        }
    }

    private List<MountPoint> mountsHere() throws IOException {
        return Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(path()))
                .toList();
    }
}
