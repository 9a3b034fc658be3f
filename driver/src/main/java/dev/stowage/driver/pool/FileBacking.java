package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A pool in a file: `pool.img` in the pool's directory, mounted at `mounted` beside it. Made at the first
/// claim, grown in steps whose blocks are reserved, never formatted again.
final class FileBacking implements PoolBacking {
    private static final Logger log = LoggerFactory.getLogger(FileBacking.class);
    private static final int OWNER_ONLY = 0700;

    /// An open pool.
    ///
    /// @param root keeps the file system from being exchanged unnoticed, and answers how full it is
    private record Opened(LoopDevice device, Descriptor root, Stat stat) {}

    private final PoolSettings settings;
    private final Mounts mounts;
    private final LoopDevices loops;
    private final PoolImageSizing poolImageSizing;
    private final PoolImage image;
    private final Path mountedAt;
    private final PoolDirectory folder;
    private volatile @Nullable Opened opened;

    FileBacking(PoolSettings settings, Mounts mounts, LoopDevices loops) throws IOException {
        if (settings.poolSize().isLessThan(PoolImageSizing.SMALLEST)) {
            throw new IOException("pool %s may grow to %s; a pool in a file needs at least %s"
                    .formatted(settings.name(), settings.poolSize(), PoolImageSizing.SMALLEST));
        }
        FileSystem fileSystem = settings.kind() == BackendKind.BTRFS ? FileSystem.BTRFS : FileSystem.XFS;
        this.settings = settings;
        this.mounts = mounts;
        this.loops = loops;
        this.image = new PoolImage(settings.directory(), fileSystem, loops);
        this.poolImageSizing = new PoolImageSizing(settings, image, FileSystemOverhead.of(fileSystem));
        this.mountedAt = settings.directory().resolve("mounted");
        this.folder = new PoolDirectory(mountedAt);
    }

    /// Whether the directory has a pool file, or a file of that name.
    static boolean isKnownIn(Path directory) throws IOException {
        Optional<PoolRecord> record = PoolRecord.read(directory);
        return Files.exists(directory.resolve("pool.img"))
                || (record.isPresent() && !(record.get() instanceof PoolRecord.Plain));
    }

    @Override
    public void start() throws IOException {
        if (image.isMade()) {
            open(0);
        }
    }

    @Override
    public boolean isMade() throws IOException {
        return image.isMade();
    }

    @Override
    public boolean isThere() {
        return opened != null;
    }

    @Override
    public boolean hasReflink() {
        return true;
    }

    @Override
    public PoolDirectory place() {
        return folder;
    }

    @Override
    public PoolDirectory directory() throws IOException {
        Opened now = opened;
        if (now == null || !isMounted(now)) {
            open(0);
        }
        return folder;
    }

    /// The mount directory alone is not the pool: it must be mounted.
    private boolean isMounted(Opened now) throws IOException {
        Stat seen = Stat.of(mountedAt);
        return seen.deviceMajor() == now.stat().deviceMajor()
                && seen.deviceMinor() == now.stat().deviceMinor();
    }

    private synchronized Opened open(long bytes) throws IOException {
        Opened now = opened;
        if (now != null && isMounted(now)) {
            return now;
        }
        close();
        try (PoolLock _ = PoolLock.take(settings.directory())) {
            boolean isNew = !image.isMade();
            image.ensure(poolImageSizing.first(bytes));
            KillPoint.pass();
            LoopDevice device = image.attach();
            KillPoint.pass();
            mount(device);
            if (isNew) {
                log.info("Created pool {} in {}.", settings.name(), image.file());
            } else {
                image.grow(device, mountedAt, Stat.of(image.file()).size());
            }
            folder.ensure();
            Descriptor root = Descriptor.openDirectory(mountedAt);
            Opened fresh = new Opened(device, root, Stat.of(root));
            opened = fresh;
            return fresh;
        }
    }

    private void mount(LoopDevice device) throws IOException {
        Directories.ensure(mountedAt, OWNER_ONLY);
        Optional<MountPoint> there = mounts.at(mountedAt);
        String node = device.node().toString();
        if (there.isEmpty()) {
            MountOptions options = MountOptions.parse(image.fileSystem().mountOptions());
            mounts.mount(node, mountedAt, image.fileSystem().word(), options.flags(), options.data());
        } else if (!there.get().source().equals(node)) {
            throw new IOException("%s is mounted at %s instead of pool %s (%s); unmount it"
                    .formatted(there.get().source(), mountedAt, settings.name(), node));
        }
    }

    @Override
    public PoolSpace poolSpace() throws IOException {
        Opened now = opened;
        return poolImageSizing.measure(
                now == null
                        ? Optional.empty()
                        : Optional.of(FileSystems.stats(now.root()).availableBytes()));
    }

    @Override
    public void provide(long promised, long now) throws CsiException, IOException {
        Opened open = open(promised);
        if (needed(open, promised, now) > size(open)) {
            grow(open, promised, now);
        }
    }

    private synchronized void grow(Opened open, long promised, long now) throws CsiException, IOException {
        long size = size(open);
        long needed = needed(open, promised, now);
        if (needed <= size) {
            return;
        }
        if (settings.overcommit() == 1.0 && !poolImageSizing.canHold(promised)) {
            throw full(promised, Optional.empty());
        }
        try (PoolLock _ = PoolLock.take(settings.directory())) {
            long step = poolImageSizing.next(size, needed);
            if (step > size) {
                image.grow(open.device(), mountedAt, step);
                log.info("Expanded pool {} to {}.", settings.name(), Bytes.of(step));
            }
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOSPC) {
                throw full(promised, Optional.of(e));
            }
            throw e;
        }
    }

    private CsiException full(long promised, Optional<LinuxException> cause) {
        CsiException refusal =
                CsiException.resourceExhausted("cannot expand pool %s to hold %s: the disk under %s is full"
                        .formatted(settings.name(), Bytes.of(promised), settings.directory()));
        cause.ifPresent(refusal::addSuppressed);
        return refusal;
    }

    private static long size(Opened open) throws IOException {
        return BlockDevice.size(open.device().node());
    }

    private long needed(Opened open, long promised, long now) throws IOException {
        return poolImageSizing.needed(size(open), FileSystems.stats(open.root()).availableBytes(), promised, now);
    }

    @Override
    public void counted(boolean empty) {
        // The backing file shows which devices are ours.
    }

    @Override
    public List<StorageProblem> problems() throws IOException {
        Opened now = opened;
        if (now == null && !image.isMade()) {
            return DirectoryBacking.lowWater(settings, poolSpace());
        }
        if (now == null || !isMounted(now)) {
            return List.of(new StorageProblem(
                    true,
                    "PoolNotMounted",
                    "pool %s is not mounted at %s; the next claim mounts it".formatted(settings.name(), mountedAt)));
        }
        List<StorageProblem> problems = new ArrayList<>(DirectoryBacking.lowWater(settings, poolSpace()));
        if (mounts.at(mountedAt).filter(MountPoint::readOnly).isPresent()) {
            problems.add(new StorageProblem(
                    true,
                    "PoolReadOnly",
                    "pool %s at %s became read-only after an error; check the kernel log and %s"
                            .formatted(settings.name(), mountedAt, image.file())));
        }
        return problems;
    }

    @Override
    public synchronized void release() throws IOException {
        Opened now = opened;
        if (now == null) {
            return;
        }
        List<String> users = users();
        if (!users.isEmpty()) {
            log.info("Pool {} stays mounted: in use by {}.", settings.name(), users);
            return;
        }
        close();
        try (PoolLock _ = PoolLock.take(settings.directory())) {
            if (mounts.at(mountedAt).isPresent()) {
                mounts.unmount(mountedAt);
            }
            loops.detach(now.device());
        }
    }

    private void close() {
        Opened now = opened;
        opened = null;
        if (now != null) {
            now.root().close();
        }
    }

    /// Other mounts of the file system, and loop devices over images in it.
    private List<String> users() throws IOException {
        List<String> users = new ArrayList<>();
        Optional<MountPoint> own = mounts.at(mountedAt);
        for (MountPoint mount : own.isPresent() ? mounts.table() : List.<MountPoint>of()) {
            if (mount.device().equals(own.get().device())
                    && mount.id() != own.get().id()) {
                users.add(mount.target().toString());
            }
        }
        for (LoopDevice device : loops.list()) {
            if (Path.of(device.backingFile()).startsWith(mountedAt)) {
                users.add(device.node().toString());
            }
        }
        return users;
    }
}
