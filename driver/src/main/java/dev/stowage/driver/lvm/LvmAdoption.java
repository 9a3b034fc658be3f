package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.pool.GroupOwner;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.DriverRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Restores the records of a pool from the tags of its logical volumes, when the directory with the records is lost.
/// The data is not changed. The driver must not be running; an interrupted restoration is repeated.
///
/// No tag has the settings of VolumeAttributesClasses, the groups of snapshots, and the requests by which volumes were
/// created; they are not restored.
public final class LvmAdoption {

    private final VolumeGroup group;
    private final PoolDirectory pool;
    private final VolumeTags tags;
    private final List<LogicalVolume> ours;

    private LvmAdoption(VolumeGroup group, PoolDirectory pool, VolumeTags tags, List<LogicalVolume> ours) {
        this.group = group;
        this.pool = pool;
        this.tags = tags;
        this.ours = ours;
    }

    /// Finds what could be restored, and changes nothing.
    ///
    /// @throws IOException when the tags do not say which logical volumes belong to the pool
    public static LvmAdoption plan(VolumeGroup group, PoolDirectory pool) throws IOException {
        List<LogicalVolume> tagged = group.state().volumes().stream()
                .filter(volume -> volume.pool().equals(group.name().thinPool()))
                .toList();
        TreeSet<String> owners = new TreeSet<>();
        tagged.forEach(volume -> volume.tag(VolumeTags.OWNER).ifPresent(owners::add));
        Optional<String> recorded = GroupOwner.find(pool.root());
        boolean isSettled = recorded.isPresent() && (owners.contains(recorded.get()) || !isEmpty(pool));
        if (!isSettled && owners.size() > 1) {
            throw new IOException(
                    "volume group %s has logical volumes of several pools (%s %s); restore %s of this one from a backup"
                            .formatted(
                                    group.name().group(),
                                    VolumeTags.OWNER,
                                    owners,
                                    pool.root().resolve(GroupOwner.FILE)));
        }
        String owner = isSettled || owners.isEmpty() ? recorded.orElse("") : owners.first();
        VolumeTags tags = new VolumeTags(owner);
        return new LvmAdoption(
                group,
                pool,
                tags,
                tagged.stream()
                        .filter(tags::isOurs)
                        .filter(VolumeTags::isComplete)
                        .toList());
    }

    private static boolean isEmpty(PoolDirectory pool) throws IOException {
        return (!Files.isDirectory(pool.volumes()) || pool.volumeIds().isEmpty())
                && (!Files.isDirectory(pool.snapshots()) || pool.snapshotIds().isEmpty());
    }

    /// What the tag of the logical volumes says.
    public String owner() {
        return tags.owner();
    }

    /// How many logical volumes belong to other pools; they are left out.
    public long others() throws IOException {
        return group.state().volumes().stream()
                .flatMap(volume -> volume.tag(VolumeTags.OWNER).stream())
                .filter(owner -> !owner.equals(owner()))
                .count();
    }

    /// The logical volumes without a record in the directory of the pool.
    public List<LogicalVolume> lost() throws IOException {
        List<LogicalVolume> lost = new ArrayList<>();
        for (LogicalVolume volume : ours) {
            Optional<VolumeId> id = VolumeTags.volumeId(volume);
            Optional<SnapshotId> snapshot = VolumeTags.snapshotId(volume);
            if ((id.isPresent() && pool.find(id.get()).isEmpty())
                    || (snapshot.isPresent() && pool.find(snapshot.get()).isEmpty())) {
                lost.add(volume);
            }
        }
        return lost;
    }

    /// Restores the records of the pool, then those of the driver. Records that exist are kept.
    ///
    /// @param name of the pool in the driver's configuration
    /// @return how many records were restored
    public int adopt(DriverRecords records, String name) throws IOException {
        if (ours.isEmpty()) {
            // Nothing shows that this directory belongs to the group: it may be below the mount point of a missing
            // disk.
            throw new IOException(
                    "no logical volume of %s has the tags of a pool; nothing was restored (check the names"
                                    .formatted(group.name())
                            + " of the volume group and the thin pool)");
        }
        pool.ensure();
        GroupOwner.write(pool.root(), group, owner());
        RecoveredFormat formats = new RecoveredFormat(group, pool);
        int restored = 0;
        for (LogicalVolume volume : lost()) {
            Optional<VolumeId> id = VolumeTags.volumeId(volume);
            Optional<SnapshotId> snapshot = VolumeTags.snapshotId(volume);
            if (id.isPresent()) {
                pool.write(formats.volume(volume, id.get()));
                restored++;
            } else if (snapshot.isPresent()) {
                Optional<SnapshotMeta> meta = formats.snapshot(volume, snapshot.get());
                if (meta.isPresent()) {
                    pool.write(meta.get());
                    restored++;
                }
            }
        }
        return restored + record(records, name);
    }

    private int record(DriverRecords records, String name) throws IOException {
        int restored = 0;
        for (LogicalVolume volume : ours) {
            Optional<VolumeMeta> meta = find(VolumeTags.volumeId(volume));
            if (meta.isPresent() && records.volumes().adopt(meta.get().id().value(), described(meta.get(), name))) {
                restored++;
            }
            Optional<SnapshotMeta> snapshot = findSnapshot(VolumeTags.snapshotId(volume));
            if (snapshot.isPresent()
                    && records.snapshots().adopt(snapshot.get().id().value(), described(snapshot.get()))) {
                restored++;
            }
        }
        return restored;
    }

    private Optional<VolumeMeta> find(Optional<VolumeId> id) throws IOException {
        return id.isPresent() ? pool.find(id.get()) : Optional.empty();
    }

    private Optional<SnapshotMeta> findSnapshot(Optional<SnapshotId> id) throws IOException {
        return id.isPresent() ? pool.find(id.get()) : Optional.empty();
    }

    private static Volume described(VolumeMeta meta, String name) {
        Map<String, String> context = new HashMap<>();
        context.put("pool", name);
        context.put("backend", BackendKind.LVM.word());
        context.put("sizesEnforced", "true");
        if (!meta.fsType().isEmpty()) {
            context.put("fsType", meta.fsType());
        }
        return Volume.of(meta.id()).capacity(meta.size()).context(context);
    }

    private static Snapshot described(SnapshotMeta meta) {
        return Snapshot.of(meta.id(), meta.of(), meta.size(), meta.takenAt());
    }
}
