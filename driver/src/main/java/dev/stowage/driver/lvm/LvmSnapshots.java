package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Snapshots of thin volumes: volumes that share their blocks, read-only, and independent from then on. The kernel
/// freezes the file system while one is taken.
final class LvmSnapshots {

    private final LvmPool lvmPool;
    private final PoolDirectory pool;
    private final Mounts mounts;
    private final LvmDevices devices;
    private final LvmVolumes volumes;
    private final CheckpointListener checkpoints;

    LvmSnapshots(
            LvmPool lvmPool, Mounts mounts, LvmDevices devices, LvmVolumes volumes, CheckpointListener checkpoints) {
        this.lvmPool = lvmPool;
        this.pool = lvmPool.records();
        this.mounts = mounts;
        this.devices = devices;
        this.volumes = volumes;
        this.checkpoints = checkpoints;
    }

    List<SnapshotMeta> take(Map<VolumeMeta, SnapshotId> wanted) throws CsiException, IOException {
        refuseSeveralInUse(wanted);
        List<SnapshotMeta> made = new ArrayList<>();
        try {
            Instant takenAt = Instant.now();
            for (Map.Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
                made.add(take(one.getKey().id(), one.getValue(), takenAt));
            }
            for (SnapshotMeta snapshot : made) {
                pool.write(snapshot);
                checkpoints.reached(Checkpoint.SNAPSHOT_RECORDED);
            }
            return made;
        } catch (CsiException | IOException | RuntimeException e) {
            for (SnapshotId id : wanted.values()) {
                undo(id, e);
            }
            throw e;
        }
    }

    private SnapshotMeta take(VolumeId id, SnapshotId as, Instant takenAt) throws CsiException, IOException {
        VolumeMeta volume = pool.find(id).orElseThrow(() -> CsiException.notFound("volume " + id + " does not exist"));
        SnapshotMeta snapshot = new SnapshotMeta(as, id, volume.size(), volume.fsType(), volume.block(), takenAt, true);
        Directories.ensure(pool.of(as));
        if (volume.formatted()) {
            SnapshotFormat.setFormatted(pool, as);
        }
        try {
            lvmPool.group()
                    .copy(
                            VolumeTags.name(id),
                            VolumeTags.name(as),
                            true,
                            lvmPool.tags().of(snapshot));
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
        checkpoints.reached(Checkpoint.CLONED);
        return snapshot;
    }

    /// One after another is not one instant, and a file system that is frozen cannot be suspended for its snapshot.
    private void refuseSeveralInUse(Map<VolumeMeta, SnapshotId> wanted) throws CsiException, IOException {
        List<VolumeId> inUse = new ArrayList<>();
        for (VolumeMeta volume : wanted.keySet()) {
            Optional<VolumeDevice> device = devices.find(pool, volume.id());
            if (device.isPresent() && !DeviceUsers.of(mounts, device.get()).none()) {
                inUse.add(volume.id());
            }
        }
        if (wanted.size() > 1 && inUse.size() > 1) {
            throw CsiException.failedPrecondition(
                    "backend lvm cannot take snapshots of several volumes in use at one instant; unpublish all but one of %s"
                            .formatted(inUse));
        }
    }

    private void undo(SnapshotId id, Exception cause) {
        try {
            delete(id);
        } catch (CsiException | IOException e) {
            cause.addSuppressed(e);
        }
    }

    boolean delete(SnapshotId id) throws CsiException, IOException {
        boolean isRecorded = pool.find(id).isPresent();
        volumes.remove(VolumeTags.name(id));
        pool.remove(id);
        return isRecorded;
    }
}
