package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CopyLostException;
import dev.stowage.driver.device.VolumeLocks;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;

/// The points in time from which thick volumes are copied: snapshots that copy on write. Each is there until its copy
/// is complete, also across restarts. Its name follows from that of the copy.
final class CowVolumes {

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final PoolDirectory pool;
    private final LvmDevices devices;
    private final VolumeLocks locks;
    private final LvmRemoval removal;
    private final BtrfsFreeze freeze;

    CowVolumes(LvmPool lvmPool, LvmDevices devices, VolumeLocks locks, LvmRemoval removal, BtrfsFreeze freeze) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.pool = lvmPool.records();
        this.devices = devices;
        this.locks = locks;
        this.removal = removal;
        this.freeze = freeze;
    }

    /// The caller has locked the volume.
    ///
    /// @param copy the name of the logical volume that the copy will be in; it has its space already
    void take(VolumeMeta of, String copy, CowSize size) throws CsiException, IOException {
        Bytes room = size.of(of.size(), Bytes.of(group.state().free()), Bytes.of(group.extentSize()));
        try (var _ = freeze.freeze(of, devices.find(pool, of.id()))) {
            group.copyOnWrite(VolumeTags.name(of.id()), VolumeTags.cowName(copy), room.count(), tags.ofCow(of.id()));
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
    }

    /// It is active whenever the volume is, whose lock keeps the volume from being deactivated meanwhile.
    Descriptor open(VolumeId of, String copy) throws CsiException, IOException {
        String name = VolumeTags.cowName(copy);
        try (var _ = locks.hold(of)) {
            var _ = devices.activate(VolumeTags.name(of));
            return Descriptor.openForReading(group.device(name)
                    .orElseThrow(() -> new IOException("logical volume %s is active, but its snapshot %s has no device"
                            .formatted(VolumeTags.name(of), name)))
                    .node());
        }
    }

    /// To be called after the last read: a read that the snapshot had no room to protect may have seen a later write.
    ///
    /// @throws CsiException RESOURCE_EXHAUSTED when it shows its point in time no more
    void requireValid(VolumeId of, String copy) throws CsiException, IOException {
        LogicalVolume cow = find(copy)
                .orElseThrow(() -> new CopyLostException(
                        "the snapshot %s of volume %s is gone".formatted(VolumeTags.cowName(copy), of)));
        switch (cow.cowState()) {
            case VALID -> {}
            case INVALID ->
                throw new CsiException(CsiCode.RESOURCE_EXHAUSTED, "volume %s: %s".formatted(of, overflow(cow)));
            case UNKNOWN ->
                throw new IOException("the snapshot %s of volume %s is not active".formatted(cow.name(), of));
        }
    }

    static String overflow(LogicalVolume cow) {
        return "what was overwritten meanwhile did not fit into the %s of its copy-on-write snapshot; choose a bigger %s in the class, or copy it while less is written"
                .formatted(Bytes.of(cow.size()), CowSize.KEY);
    }

    private Optional<LogicalVolume> find(String copy) throws IOException {
        return group.state().find(VolumeTags.cowName(copy));
    }

    /// Removes it if it is there, and deactivates its volume if that is not in use. The caller has locked no
    /// other volume.
    void remove(String copy) throws CsiException, IOException {
        Optional<VolumeId> of = removeOnly(copy);
        if (of.isPresent()) {
            try (var _ = locks.hold(of.get())) {
                devices.detachUnused(pool, of.get());
            }
        }
    }

    /// As [#remove(String)], for a caller that has locked the volume.
    void removeOfLocked(String copy) throws CsiException, IOException {
        Optional<VolumeId> of = removeOnly(copy);
        if (of.isPresent()) {
            devices.detachUnused(pool, of.get());
        }
    }

    /// Returns the volume that it was taken of.
    private Optional<VolumeId> removeOnly(String copy) throws CsiException, IOException {
        Optional<LogicalVolume> cow = find(copy);
        if (cow.isEmpty()) {
            return Optional.empty();
        }
        removal.remove(cow.get().name());
        return VolumeTags.takenOf(cow.get());
    }
}
