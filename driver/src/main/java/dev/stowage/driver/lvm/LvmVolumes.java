package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.UuidRenewal;
import dev.stowage.driver.device.VolumeDevice;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes, expands and removes volumes.
final class LvmVolumes {

    private final LvmPool lvmPool;
    private final PoolDirectory pool;
    private final VolumeGroup group;
    private final Mounts mounts;
    private final LvmDevices devices;
    private final VolumeZeroing zeroing;
    private final LvmRemoval removal;
    private final CheckpointListener checkpoints;

    LvmVolumes(
            LvmPool lvmPool,
            Mounts mounts,
            LvmDevices devices,
            VolumeZeroing zeroing,
            LvmRemoval removal,
            CheckpointListener checkpoints) {
        this.lvmPool = lvmPool;
        this.pool = lvmPool.records();
        this.group = lvmPool.group();
        this.mounts = mounts;
        this.devices = devices;
        this.zeroing = zeroing;
        this.removal = removal;
        this.checkpoints = checkpoints;
    }

    void create(VolumeMeta wanted, Optional<VolumeSource> from, VolumeLayout layout) throws CsiException, IOException {
        Directories.ensure(pool.of(wanted.id()));
        checkpoints.reached(Checkpoint.FOLDER_MADE);
        try {
            VolumeMeta made = from.isPresent() ? fill(wanted, from.get()) : wanted;
            if (from.isEmpty()) {
                if (!group.isThin()) {
                    VolumeZeroing.note(pool, wanted.id(), 0);
                }
                List<String> tags = new ArrayList<>(lvmPool.tags().of(wanted));
                if (!group.isThin()) {
                    tags.add(VolumeTags.zeroing(0));
                }
                group.create(VolumeTags.name(wanted.id()), wanted.size().count(), tags, layout.arguments());
                checkpoints.reached(Checkpoint.IMAGE_MADE);
            }
            pool.write(made);
            checkpoints.reached(Checkpoint.VOLUME_RECORDED);
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        } catch (CsiException e) {
            pool.remove(wanted.id());
            throw e;
        }
        if (VolumeZeroing.isNeeded(pool, wanted.id())) {
            zeroing.start(pool, wanted.id());
        }
    }

    /// In a thin pool.
    private VolumeMeta fill(VolumeMeta wanted, VolumeSource from) throws CsiException, IOException {
        String original;
        Bytes size;
        boolean formatted;
        switch (from) {
            case VolumeSource.OfVolume(VolumeId id) -> {
                VolumeMeta volume = pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("volume %s does not exist".formatted(id)));
                original = VolumeTags.name(id);
                size = volume.size();
                formatted = volume.formatted();
            }
            case VolumeSource.OfSnapshot(var id) -> {
                SnapshotMeta snapshot = pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("snapshot %s does not exist".formatted(id)));
                original = VolumeTags.name(id);
                size = snapshot.size();
                formatted = SnapshotFormat.isFormatted(pool, id);
            }
        }
        if (wanted.size().isLessThan(size)) {
            throw CsiException.outOfRange(
                    "volume %s with %s is smaller than its source with %s".formatted(wanted.id(), wanted.size(), size));
        }
        String name = VolumeTags.name(wanted.id());
        group.copy(original, name, false, lvmPool.tags().of(wanted));
        checkpoints.reached(Checkpoint.CLONED);
        if (size.isLessThan(wanted.size())) {
            group.extend(name, wanted.size().count());
        }
        checkpoints.reached(Checkpoint.IMAGE_FILLED);
        if (wanted.block() || !formatted) {
            return wanted;
        }
        UuidRenewal.note(pool, wanted.id());
        return wanted.asFormatted();
    }

    void delete(VolumeId id) throws CsiException, IOException {
        String name = VolumeTags.name(id);
        refuseInUse(id, devices.find(pool, id));
        zeroing.cancel(id);
        removal.remove(name);
        pool.remove(id);
    }

    private void refuseInUse(VolumeId id, Optional<VolumeDevice> device) throws CsiException, IOException {
        if (device.isPresent()) {
            DeviceUsers users = DeviceUsers.of(mounts, device.get());
            if (!users.none()) {
                throw CsiException.failedPrecondition(
                        "volume %s is in use at %s; unpublish and unstage it first".formatted(id, users.places()));
            }
        }
    }

    /// An administrator may have extended it.
    static long actualSize(GroupState state, VolumeMeta volume) {
        return actualSize(state, VolumeTags.name(volume.id()), volume);
    }

    static long actualSize(GroupState state, String name, VolumeMeta volume) {
        return state.find(name).map(LogicalVolume::size).orElse(volume.size().count());
    }

    /// A file system shows no block that it has not written. A raw device does, so what a thick one gets is zeroed
    /// before it is attached again.
    boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        if (!volume.size().isLessThan(size)) {
            return true;
        }
        zeroing.complete(pool, volume.id());
        GroupState state = group.state();
        removal.refuseCopied(state, VolumeTags.name(volume.id()));
        long now = actualSize(state, volume);
        boolean mustZero = volume.block() && !group.isThin() && now < size.count();
        if (mustZero) {
            if (devices.find(pool, volume.id()).isPresent()) {
                throw CsiException.failedPrecondition(
                        "volume %s is a raw device in use, and its new space may hold data of deleted volumes; unpublish it, expand it and publish it again"
                                .formatted(volume.id()));
            }
            // Not from its recorded size on: an administrator may have extended it, and a workload has written there.
            VolumeZeroing.note(pool, volume.id(), now);
            group.addTag(VolumeTags.name(volume.id()), VolumeTags.zeroing(now));
        }
        if (now < size.count()) {
            try {
                group.extend(VolumeTags.name(volume.id()), size.count());
            } catch (CommandFailedException e) {
                LvmFailure.refuseFull(e);
                throw e;
            }
        }
        checkpoints.reached(Checkpoint.IMAGE_GROWN);
        pool.write(pool.find(volume.id()).orElse(volume).size(size));
        checkpoints.reached(Checkpoint.GROWTH_RECORDED);
        if (mustZero) {
            zeroing.start(pool, volume.id());
        }
        return true;
    }
}
