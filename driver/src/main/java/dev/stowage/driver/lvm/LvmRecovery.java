package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.device.VolumeFreezer;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Repairs what a killed process left.
final class LvmRecovery {

    private static final Logger log = LoggerFactory.getLogger(LvmRecovery.class);

    private final LvmPool lvmPool;
    private final Mounts mounts;
    private final LvmDevices devices;
    private final VolumeZeroing zeroing;
    private final ThinBlocks thinBlocks;
    private final ThickCopies thickCopies;
    private final VolumeFreezer freezer;

    LvmRecovery(
            LvmPool lvmPool,
            Mounts mounts,
            LvmDevices devices,
            VolumeZeroing zeroing,
            ThinBlocks thinBlocks,
            ThickCopies thickCopies,
            VolumeFreezer freezer) {
        this.lvmPool = lvmPool;
        this.mounts = mounts;
        this.devices = devices;
        this.zeroing = zeroing;
        this.thinBlocks = thinBlocks;
        this.thickCopies = thickCopies;
        this.freezer = freezer;
    }

    void recover() throws IOException {
        // First, because writes of workloads wait until then. A file system is thawed by writing to its device, which
        // waits as long as that is suspended.
        resume();
        freezer.recover();
        PoolDirectory pool = lvmPool.records();
        pool.ensure();
        if (lvmPool.group().isThin()) {
            thinBlocks.recover();
        }
        for (LogicalVolume volume : lvmPool.group().state().volumes()) {
            // A snapshot that copies on write is active whenever its origin is, and is there for a copy.
            if (lvmPool.tags().isOurs(volume) && !volume.isCow()) {
                deactivateUnused(volume);
                reportUnknown(pool, volume);
            }
        }
        for (VolumeId id : pool.volumeIds()) {
            if (pool.find(id).isPresent() && VolumeZeroing.isNeeded(pool, id)) {
                zeroing.start(pool, id);
            }
        }
        if (!lvmPool.group().isThin()) {
            thickCopies.recover();
        }
    }

    /// A program that was killed together with the driver may have left volumes suspended.
    private void resume() throws IOException {
        if (lvmPool.group().suspended().isEmpty()) {
            return;
        }
        log.warn(
                "Resuming the suspended devices of volume group {}.",
                lvmPool.group().name().group());
        lvmPool.group().resumeSuspended();
    }

    /// A staged or published volume is in the mount table.
    private void deactivateUnused(LogicalVolume volume) throws IOException {
        Optional<VolumeDevice> device = devices.find(volume.name());
        if (device.isPresent()
                && DeviceUsers.of(mounts, device.get()).none()
                && !lvmPool.group().isCopiedOnWrite(volume.name())) {
            log.warn("Deactivating unused {}, the device of {}.", device.get().node(), volume.name());
            try {
                devices.deactivate(volume.name(), device.get().node().toString());
            } catch (CsiException e) {
                log.warn("Cannot deactivate it: {}", e.getMessage());
            }
        }
    }

    /// An interrupted creation is undone by a repeated call or by the records of the driver. Anything else is not
    /// removed: the records may be lost, and the volume is then all that is left.
    private static void reportUnknown(PoolDirectory pool, LogicalVolume volume) throws IOException {
        Optional<VolumeId> id = VolumeTags.volumeId(volume);
        Optional<SnapshotId> snapshot = VolumeTags.snapshotId(volume);
        boolean isKnown = (id.isPresent() && isRecorded(pool, id.get()))
                || (snapshot.isPresent() && pool.find(snapshot.get()).isPresent());
        if (!isKnown) {
            log.warn(
                    "Logical volume {} has no record in {}; it is left as it is (tags {}).",
                    volume.name(),
                    pool.root(),
                    volume.tags());
        }
    }

    /// As a volume, or as a copy from another node.
    private static boolean isRecorded(PoolDirectory pool, VolumeId id) throws IOException {
        return pool.find(id).isPresent()
                || pool.received().find(id).isPresent()
                || pool.incoming().find(id).isPresent();
    }
}
