package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.device.VolumeDevices;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.OpenFileLock;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one loop device of an image.
///
/// The file is locked before it is attached, and the device keeps the open file with its lock. So a second
/// device, here or on any node that shares the pool, is impossible for as long as the first exists, whatever
/// process is killed.
final class LoopAttachments implements VolumeDevices {

    private static final Logger log = LoggerFactory.getLogger(LoopAttachments.class);
    private static final int LOOP_MAJOR = 7;
    private static final long LOOK_AGAIN_NANOS = 2_000_000;

    /// What direct I/O to any pool takes, and never another: a file system made on smaller blocks could not be
    /// mounted again once its image shares blocks with a snapshot.
    private static final int FILE_SYSTEM_BLOCK = 4096;

    /// The sector size that programs expect of a disk; the kernel then caches the image of a volume with
    /// snapshots.
    private static final int RAW_BLOCK = 512;

    private final LoopDevices loops;
    private final Mounts mounts;
    private final ImageOptions options;
    private final Set<VolumeId> kept = ConcurrentHashMap.newKeySet();

    LoopAttachments(LoopDevices loops, Mounts mounts, ImageOptions options) {
        this.loops = loops;
        this.mounts = mounts;
        this.options = options;
    }

    /// The device over the image on this machine, whichever node's it is; also over an image that was deleted.
    Optional<LoopDevice> findLoop(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        Path image = ImageFile.of(pool, id).path();
        List<LoopDevice> found = loops.findByBackingFile(image);
        if (found.size() > 1) {
            throw CsiException.failedPrecondition(
                    "volume %s has %d loop devices (%s), which this driver never creates; detach all but one and check its file system"
                            .formatted(
                                    id,
                                    found.size(),
                                    found.stream().map(LoopDevice::node).toList()));
        }
        return found.stream().findFirst();
    }

    @Override
    public Optional<VolumeDevice> find(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        return findLoop(pool, id).map(LoopAttachments::device);
    }

    @Override
    public Optional<VolumeDevice> findOwn(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        return findOwnLoop(pool, id).map(LoopAttachments::device);
    }

    static VolumeDevice device(LoopDevice loop) {
        return new VolumeDevice(loop.node(), LOOP_MAJOR, loop.number(), loop.readOnly());
    }

    /// The device, when this node may use it.
    private Optional<LoopDevice> findOwnLoop(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        Optional<LoopDevice> found = findLoop(pool, id);
        if (found.isPresent() && !found.get().readOnly()) {
            // After the device was found, see HolderFile.
            Optional<String> node = new HolderFile(pool.of(id)).node();
            if (!node.equals(Optional.of(options.node()))) {
                throw CsiException.failedPrecondition("volume %s is attached as %s by %s; detach it there first"
                        .formatted(
                                id,
                                found.get().node(),
                                node.map(name -> "node " + name).orElse("another program")));
            }
        }
        return found;
    }

    @Override
    public Attached attach(PoolDirectory pool, VolumeMeta volume, boolean readOnly) throws CsiException, IOException {
        Optional<LoopDevice> found = findOwnLoop(pool, volume.id());
        if (found.isPresent() && found.get().readOnly() && !readOnly) {
            LoopDevice device = found.get();
            DeviceUsers uses = DeviceUsers.of(mounts, device(device));
            if (!uses.none()) {
                throw CsiException.failedPrecondition(
                        "volume %s is attached read-only and in use at %s; it cannot become writable now"
                                .formatted(volume.id(), uses.places()));
            }
            detach(device);
            found = Optional.empty();
        }
        return found.isPresent() ? new Attached(device(found.get()), false) : attachNew(pool, volume, readOnly);
    }

    private Attached attachNew(PoolDirectory pool, VolumeMeta volume, boolean readOnly)
            throws CsiException, IOException {
        try (Descriptor image = lock(pool, volume.id(), readOnly)) {
            options.checkpoints().reached(Checkpoint.LOCKED);
            if (!readOnly) {
                new HolderFile(pool.of(volume.id())).write(options.node());
            }
            LoopDevice device = loops.attach(image, readOnly, volume.block() ? RAW_BLOCK : FILE_SYSTEM_BLOCK);
            options.checkpoints().reached(Checkpoint.ATTACHED);
            if (!volume.thin() && !readOnly) {
                keepBlocks(device);
            }
            return new Attached(device(device), true);
        }
    }

    /// The image, locked; others are refused until it is closed and no device has it.
    Descriptor lock(PoolDirectory pool, VolumeId id, boolean readOnly) throws CsiException, IOException {
        ImageFile file = ImageFile.of(pool, id);
        Descriptor image = readOnly ? file.openForReading() : file.openForWriting();
        try {
            if (readOnly) {
                OpenFileLock.lockShared(image);
            } else {
                OpenFileLock.lockExclusively(image);
            }
            return image;
        } catch (LinuxException e) {
            image.close();
            if (e.errno() != Errno.EAGAIN) {
                throw e;
            }
            throw CsiException.failedPrecondition("volume %s is locked%s; release it there first"
                    .formatted(
                            id,
                            new HolderFile(pool.of(id))
                                    .node()
                                    .map(node -> ": it is attached on node " + node + ", or being copied")
                                    .orElse(" by another process, or being copied")));
        }
    }

    /// Discards of a reserved image would give its blocks back to the pool, where another volume may take them.
    private static void keepBlocks(LoopDevice device) {
        Path limit = Path.of("/sys/block/loop" + device.number() + "/queue/discard_max_bytes");
        try {
            Files.writeString(limit, "0");
        } catch (IOException e) {
            log.debug("Cannot turn off discards of {}: {}", device.node(), e.getMessage());
        }
    }

    @Override
    public void follow(PoolDirectory pool, VolumeMeta volume, VolumeDevice device) throws IOException {
        Optional<Stat> image = ImageFile.of(pool, volume.id()).find();
        if (image.isPresent() && BlockDevice.size(device.node()) < image.get().size() / 512 * 512) {
            for (LoopDevice loop :
                    loops.findByBackingFile(ImageFile.of(pool, volume.id()).path())) {
                if (loop.number() == device.minor()) {
                    loops.grow(loop);
                }
            }
        }
    }

    @Override
    public void requireWhole(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        ImageFile.requireWhole(pool, volume);
    }

    @Override
    public boolean holdsData(PoolDirectory pool, VolumeId id) throws IOException {
        try (Descriptor image = ImageFile.of(pool, id).openForReading()) {
            return ImageContent.anyIn(image);
        }
    }

    @Override
    public void clear(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        Optional<LoopDevice> device = findOwnLoop(pool, volume.id());
        if (device.isPresent()) {
            // An mkfs that outlived its driver still writes; it has the device open.
            detach(device.get());
        }
        try (Descriptor image = lock(pool, volume.id(), false)) {
            ImageFile.setLength(image, 0);
            ImageFile.extend(image, ImageFile.length(volume.size()), volume.thin());
        }
    }

    /// mkfs may have given blocks back.
    @Override
    public void formatted(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        if (!volume.thin()) {
            try (Descriptor image = ImageFile.of(pool, volume.id()).openForWriting()) {
                ImageFile.extend(image, ImageFile.length(volume.size()), false);
            }
        }
    }

    /// Devices over files in this directory or below it.
    List<LoopDevice> listBeneath(Path directory) throws IOException {
        return loops.listBeneath(directory);
    }

    @Override
    public void keep(VolumeId id) {
        kept.add(id);
    }

    @Override
    public void release(VolumeId id) {
        kept.remove(id);
    }

    /// Detaches, and waits until the device is detached.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is still open
    void detach(LoopDevice device) throws CsiException, IOException {
        Path backing = Path.of("/sys/block/loop" + device.number() + "/loop/backing_file");
        if (!isOver(backing, device)) {
            return;
        }
        loops.detach(device);
        long end = System.nanoTime() + options.detachWait().toNanos();
        while (isOver(backing, device)) {
            if (System.nanoTime() - end > 0) {
                throw CsiException.failedPrecondition(
                        "%s over %s is still open; it is detached when its last user closes it"
                                .formatted(device.node(), device.backingFile()));
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        options.checkpoints().reached(Checkpoint.DETACHED);
    }

    private static boolean isOver(Path backing, LoopDevice device) {
        try {
            return Files.readString(backing).startsWith(device.backingFile());
        } catch (IOException e) {
            return false; // the kernel removes the file with the attachment
        }
    }

    @Override
    public void detachUnused(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        if (kept.contains(id)) {
            return;
        }
        Optional<LoopDevice> device = findLoop(pool, id);
        if (device.isPresent() && DeviceUsers.of(mounts, device(device.get())).none()) {
            detach(device.get());
        }
    }
}
