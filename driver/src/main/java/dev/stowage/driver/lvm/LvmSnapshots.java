package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.volumegroup.Uninterrupted;
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

/// Snapshots. Those of thin volumes are volumes that share their blocks, read-only, and independent from then on; those
/// of thick ones are copies. The kernel freezes the file system while one is taken.
final class LvmSnapshots {

    private final LvmPool lvmPool;
    private final PoolDirectory pool;
    private final Mounts mounts;
    private final LvmDevices devices;
    private final VolumeZeroing zeroing;
    private final ThickSnapshots thickSnapshots;
    private final CheckpointListener checkpoints;

    LvmSnapshots(
            LvmPool lvmPool,
            Mounts mounts,
            LvmDevices devices,
            VolumeZeroing zeroing,
            ThickSnapshots thickSnapshots,
            CheckpointListener checkpoints) {
        this.lvmPool = lvmPool;
        this.pool = lvmPool.records();
        this.mounts = mounts;
        this.devices = devices;
        this.zeroing = zeroing;
        this.thickSnapshots = thickSnapshots;
        this.checkpoints = checkpoints;
    }

    /// Returns while thick volumes are copied.
    List<SnapshotMeta> take(Map<VolumeMeta, SnapshotId> wanted, ThickCopyOptions options)
            throws CsiException, IOException {
        refuseSeveralInUse(wanted);
        List<SnapshotMeta> made = new ArrayList<>();
        try {
            Instant takenAt = Instant.now();
            for (Map.Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
                made.add(take(one.getKey().id(), one.getValue(), takenAt, options));
            }
            for (SnapshotMeta snapshot : made) {
                pool.write(snapshot);
                checkpoints.reached(Checkpoint.SNAPSHOT_RECORDED);
            }
        } catch (CsiException | IOException | RuntimeException e) {
            for (SnapshotId id : wanted.values()) {
                undo(id, e);
            }
            throw e;
        }
        made.stream().filter(snapshot -> !snapshot.complete()).forEach(thickSnapshots::start);
        return made;
    }

    private SnapshotMeta take(VolumeId id, SnapshotId as, Instant takenAt, ThickCopyOptions options)
            throws CsiException, IOException {
        VolumeMeta volume = pool.find(id).orElseThrow(() -> CsiException.notFound("volume " + id + " does not exist"));
        boolean isThin = lvmPool.group().isThin();
        SnapshotMeta snapshot =
                new SnapshotMeta(as, id, volume.size(), volume.fsType(), volume.block(), takenAt, isThin);
        Directories.ensure(pool.of(as));
        if (volume.formatted()) {
            SnapshotFormat.setFormatted(pool, as);
        }
        if (isThin) {
            share(volume, snapshot);
        } else {
            // The zeroing would overwrite what the copy is made of.
            zeroing.complete(pool, id);
            thickSnapshots.take(volume, snapshot, options.cowSize());
        }
        return snapshot;
    }

    private void share(VolumeMeta volume, SnapshotMeta snapshot) throws CsiException, IOException {
        try {
            lvmPool.group()
                    .copy(
                            VolumeTags.name(volume.id()),
                            VolumeTags.name(snapshot.id()),
                            true,
                            lvmPool.tags().of(snapshot));
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
        checkpoints.reached(Checkpoint.CLONED);
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

    /// The caller has locked the volumes. It may have been cancelled: a program that is asked for the state
    /// of the group would be killed at once, and the point in time would stay.
    private void undo(SnapshotId id, Exception cause) {
        try {
            var _ = Uninterrupted.call(() -> {
                thickSnapshots.undo(id);
                pool.remove(id);
                return id;
            });
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /// Returns whether it was recorded. Checked after the copy was cancelled, as a copy that fails removes its record.
    boolean delete(SnapshotId id) throws CsiException, IOException {
        thickSnapshots.cancel(id);
        boolean isRecorded = pool.find(id).isPresent();
        thickSnapshots.remove(id);
        pool.remove(id);
        return isRecorded;
    }
}
