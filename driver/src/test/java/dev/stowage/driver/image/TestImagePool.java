package dev.stowage.driver.image;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandRunner;
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
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A pool for one test, on a disk, in memory or in a plain directory. All mounts and devices are removed
/// afterwards, also when the test failed.
final class TestImagePool implements BeforeEachCallback, AfterEachCallback {

    private static final Duration SHORT = Duration.ofMillis(300);

    private final Ground ground;
    private @Nullable Path directory;
    private @Nullable PoolDirectory folder;

    /// What the pool is on.
    private sealed interface Ground {
        record Plain() implements Ground {}

        record Disk(FileSystem kind, Bytes size) implements Ground {}

        record Memory(Bytes size) implements Ground {}
    }

    private TestImagePool(Ground ground) {
        this.ground = ground;
    }

    static TestImagePool thatSharesBlocks() {
        return new TestImagePool(new Ground.Disk(FileSystem.XFS, Bytes.gibi(4)));
    }

    static TestImagePool onBtrfs(Bytes size) {
        return new TestImagePool(new Ground.Disk(FileSystem.BTRFS, size));
    }

    static TestImagePool onPlainDirectory() {
        return new TestImagePool(new Ground.Plain());
    }

    /// Without reflink, and soon full.
    static TestImagePool inMemory(Bytes size) {
        return new TestImagePool(new Ground.Memory(size));
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("stowage-image-").toRealPath();
        assumeMountsAllowed();
        Path root = Files.createDirectory(path().resolve("pool"));
        switch (ground) {
            case Ground.Plain _ -> {}
            case Ground.Disk(FileSystem kind, Bytes size) -> mountDisk(kind, size, root);
            case Ground.Memory(Bytes size) ->
                Mounts.system().mount("pool", root, "tmpfs", Set.of(), "size=" + size.count());
        }
        folder = new PoolDirectory(root);
        folder.ensure();
    }

    private void mountDisk(FileSystem kind, Bytes size, Path root) throws IOException {
        assumeTrue(CommandRunner.isInstalled("mkfs." + kind.word()), "mkfs." + kind.word() + " is not installed");
        Path image = path().resolve("pool.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(size.count());
        }
        LoopDevice device = LoopDevices.system().attach(image, false);
        kind.create(device.node());
        String options = String.join(",", kind.mountOptions());
        Mounts.system().mount(device.node().toString(), root, kind.word(), Set.of(), options);
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

    /// A backend with a short detach timeout, for devices that stay in use. The usual timeout also covers other
    /// processes that open a device briefly while they list devices.
    ImageBackend impatientBackend() {
        return backend(ImageOptions.of("here").detachWait(SHORT).checkpoints(CheckpointListener.NONE));
    }

    ImageBackend backend(String node, CheckpointListener checkpoints) {
        return backend(ImageOptions.of(node).checkpoints(checkpoints));
    }

    /// Calls do not wait for the growth of an unmounted file system.
    ImageBackend backendThatAnswersAtOnce() {
        return backend(ImageOptions.of("here").growthWait(Duration.ZERO).checkpoints(CheckpointListener.NONE));
    }

    /// @param freed receives the sizes of snapshots that could not be completed
    ImageBackend backend(Consumer<Bytes> freed) {
        PoolSource source = new PoolSource() {
            @Override
            public PoolDirectory directory() {
                return folder();
            }

            @Override
            public void unreserve(Bytes size) {
                freed.accept(size);
            }
        };
        return backend(source, ImageOptions.of("here").checkpoints(CheckpointListener.NONE));
    }

    private ImageBackend backend(ImageOptions options) {
        return backend(PoolSource.at(folder()), options);
    }

    private ImageBackend backend(PoolSource source, ImageOptions options) {
        String node = options.node();
        return new ImageBackend(
                source,
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
        // From the top down: the images in the pool can no longer be found once it is unmounted.
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
