package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.device.VolumeDevices;
import dev.stowage.driver.filesystem.DiskFormat;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The devices of active logical volumes. A volume is active while it is used and not longer, so that the kernel shows
/// what is in use, and a host that starts activates none.
final class LvmDevices implements VolumeDevices {

    private static final Logger log = LoggerFactory.getLogger(LvmDevices.class);

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final Mounts mounts;
    private final VolumeZeroing zeroing;
    private final CheckpointListener checkpoints;
    private final Set<VolumeId> kept = ConcurrentHashMap.newKeySet();

    LvmDevices(LvmPool lvmPool, Mounts mounts, VolumeZeroing zeroing, CheckpointListener checkpoints) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.mounts = mounts;
        this.zeroing = zeroing;
        this.checkpoints = checkpoints;
    }

    @Override
    public Optional<VolumeDevice> find(PoolDirectory pool, VolumeId id) throws IOException {
        return find(VolumeTags.name(id));
    }

    Optional<VolumeDevice> find(String name) throws IOException {
        return group.device(name).map(found -> new VolumeDevice(found.node(), found.major(), found.minor(), false));
    }

    @Override
    public Optional<VolumeDevice> findOwn(PoolDirectory pool, VolumeId id) throws IOException {
        return find(pool, id);
    }

    @Override
    public Attached attach(PoolDirectory pool, VolumeMeta volume, boolean readOnly) throws CsiException, IOException {
        return activate(VolumeTags.name(volume.id()));
    }

    Attached activate(String name) throws IOException {
        Optional<VolumeDevice> found = find(name);
        if (found.isPresent()) {
            return new Attached(found.get(), false);
        }
        group.activate(name);
        checkpoints.reached(Checkpoint.ATTACHED);
        return new Attached(
                find(name)
                        .orElseThrow(
                                () -> new IOException("logical volume " + name + " was activated but has no device")),
                true);
    }

    /// @throws CsiException FAILED_PRECONDITION when the device is open
    void deactivate(VolumeId id) throws CsiException, IOException {
        deactivate(VolumeTags.name(id), "the device of volume " + id);
    }

    void deactivate(String name, String what) throws CsiException, IOException {
        try {
            group.deactivate(name);
        } catch (CommandFailedException e) {
            if (!e.tail().contains("in use")) {
                throw e;
            }
            throw new CsiException(
                    CsiCode.FAILED_PRECONDITION,
                    what + " is still open; it is deactivated when its last user closes it",
                    e);
        }
        checkpoints.reached(Checkpoint.DETACHED);
    }

    /// For a device that nothing needs any more. If it cannot be deactivated now, the next start does it.
    void tryDeactivate(String name, String what) {
        try {
            deactivate(name, what);
        } catch (CsiException | IOException e) {
            log.warn("Cannot deactivate {}: {}", what, e.getMessage());
        }
    }

    @Override
    public void detachUnused(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        // While it is copied, the copy deactivates it at its end.
        if (kept.contains(id) || group.isCopiedOnWrite(VolumeTags.name(id))) {
            return;
        }
        Optional<VolumeDevice> device = find(pool, id);
        if (device.isPresent() && DeviceUsers.of(mounts, device.get()).none()) {
            try {
                deactivate(id);
            } catch (IOException e) {
                // The group cannot be read, for example because its disk failed. Nothing uses the volume any more, and
                // a pod must be able to leave such a node; the next start deactivates the device.
                log.warn(
                        "Cannot deactivate {}, the device of volume {}.",
                        device.get().node(),
                        id,
                        e);
            }
        }
    }

    @Override
    public void keep(VolumeId id) {
        kept.add(id);
    }

    @Override
    public void release(VolumeId id) {
        kept.remove(id);
    }

    /// The device of a logical volume grows with it.
    @Override
    public void follow(PoolDirectory pool, VolumeMeta volume, VolumeDevice device) {}

    @Override
    public void requireWhole(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        zeroing.complete(pool, volume.id());
        Optional<VolumeDevice> device = find(pool, volume.id());
        if (device.isPresent()) {
            long size = BlockDevice.size(device.get().node());
            if (size < volume.size().count()) {
                throw CsiException.failedPrecondition("the device %s of volume %s is too small: it has %d of %s"
                        .formatted(device.get().node(), volume.id(), size, volume.size()));
            }
        } else {
            requireOurs(volume.id());
        }
    }

    private void requireOurs(VolumeId id) throws CsiException, IOException {
        String name = VolumeTags.name(id);
        LogicalVolume found = group.state()
                .find(name)
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "the logical volume %s of volume %s is missing in volume group %s"
                                .formatted(name, id, group.name().group())));
        if (!tags.isOurs(found)) {
            throw CsiException.failedPrecondition(
                    "logical volume %s of group %s does not have the tag of this pool; it is not used for volume %s"
                            .formatted(name, group.name().group(), id));
        }
    }

    /// The device is checked for known content before it is formatted; a thin volume has no more than that.
    @Override
    public boolean holdsData(PoolDirectory pool, VolumeId id) {
        return false;
    }

    /// Deactivated first: an mkfs that outlived its driver still writes, and has the device open.
    @Override
    public void clear(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        if (find(pool, volume.id()).isPresent()) {
            deactivate(volume.id());
        }
        VolumeDevice device = activate(VolumeTags.name(volume.id())).device();
        try (Descriptor node = Descriptor.openForWriting(device.node())) {
            if (group.isThin()) {
                discard(node);
            }
            node.sync();
        } finally {
            detachUnused(pool, volume.id());
        }
        zeroUnlessBlank(pool, volume.id());
    }

    /// In the background, as it takes longer the bigger the volume is.
    private void zeroUnlessBlank(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        boolean isBlank;
        try {
            isBlank = DiskFormat.of(activate(VolumeTags.name(id)).device().node()) instanceof DiskFormat.Blank;
        } finally {
            detachUnused(pool, id);
        }
        if (!isBlank) {
            VolumeZeroing.note(pool, id, 0);
            group.addTag(VolumeTags.name(id), VolumeTags.zeroing(0));
            zeroing.complete(pool, id);
        }
    }

    private static void discard(Descriptor node) throws IOException {
        try {
            BlockDevice.discard(node, 0, BlockDevice.size(node));
        } catch (LinuxException e) {
            // Discards may be turned off in the pool; then zeroes are written.
        }
    }

    @Override
    public void formatted(PoolDirectory pool, VolumeMeta volume) {}
}
