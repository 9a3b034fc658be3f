package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.DiskFormat;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;

/// What the record of a logical volume must say that its tags do not: whether its device has any content. If it has,
/// it is never formatted.
final class RecoveredFormat {

    private final VolumeGroup group;
    private final PoolDirectory pool;

    RecoveredFormat(VolumeGroup group, PoolDirectory pool) {
        this.group = group;
        this.pool = pool;
    }

    /// The record, with the notes that belong to it on disk.
    VolumeMeta volume(LogicalVolume volume, VolumeId id) throws IOException {
        Directories.ensure(pool.of(id));
        Optional<Long> zeroing = VolumeTags.zeroingFrom(volume);
        if (zeroing.isPresent()) {
            VolumeZeroing.note(pool, id, zeroing.get());
        }
        // Before its first zeroing is complete, it shows the data of deleted volumes.
        boolean isNew = zeroing.equals(Optional.of(0L));
        return VolumeTags.volume(volume, id, !isNew && hasContent(volume.name()));
    }

    Optional<SnapshotMeta> snapshot(LogicalVolume volume, SnapshotId id) throws IOException {
        Optional<SnapshotMeta> meta = VolumeTags.snapshot(volume, id);
        if (meta.isPresent()) {
            Directories.ensure(pool.of(id));
            if (!meta.get().block() && hasContent(volume.name())) {
                SnapshotFormat.setFormatted(pool, id);
            }
        }
        return meta;
    }

    boolean hasContent(String name) throws IOException {
        Optional<DeviceMapper.Device> active = group.device(name);
        if (active.isPresent()) {
            return isNotBlank(active.get());
        }
        group.activate(name);
        try {
            return isNotBlank(group.device(name)
                    .orElseThrow(() -> new IOException("logical volume " + name + " was activated but has no device")));
        } finally {
            group.deactivate(name);
        }
    }

    private static boolean isNotBlank(DeviceMapper.Device device) throws IOException {
        return !(DiskFormat.of(device.node()) instanceof DiskFormat.Blank);
    }
}
