package dev.stowage.driver.pool;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.volumegroup.GroupMissingException;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandTimeoutException;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A volume group, or a thin pool in it, has the data; the directory has the records.
final class GroupBacking implements PoolBacking {
    private static final Logger log = LoggerFactory.getLogger(GroupBacking.class);
    private static final int OWNER_ONLY = 0700;

    private final PoolSettings settings;
    private final VolumeGroup group;
    private final GroupRecord record;
    private final PoolDirectory folder;

    private GroupBacking(PoolSettings settings, VolumeGroup group, GroupRecord record) {
        this.settings = settings;
        this.group = group;
        this.record = record;
        this.folder = new PoolDirectory(settings.directory());
    }

    /// @throws PoolMissingException when the group is not there, or is not the one of the last start
    static GroupBacking open(PoolSettings settings) throws IOException {
        VolumeGroupName name = settings.volumeGroup()
                .orElseThrow(() -> new PoolMissingException("pool " + settings.name() + " has no volume group"));
        Directories.ensure(settings.directory(), OWNER_ONLY);
        Path file = settings.directory().resolve(GroupOwner.FILE);
        Optional<GroupRecord> known = RecordFile.find(file, new GroupRecord.JsonCodec());
        try {
            VolumeGroup group = VolumeGroup.open(name, known.map(GroupRecord::uuid));
            GroupRecord record = known.orElse(new GroupRecord(
                    name.group(), group.uuid(), UUID.randomUUID().toString()));
            if (known.isEmpty()) {
                warnOfOthers(settings, group);
                RecordFile.write(file, new GroupRecord.JsonCodec(), record);
            }
            return new GroupBacking(settings, group, record);
        } catch (GroupMissingException | CommandFailedException | CommandTimeoutException e) {
            throw new PoolMissingException("pool %s is missing: %s".formatted(settings.name(), e.getMessage()));
        }
    }

    /// Either another pool is in the group too, or this one has lost its directory.
    private static void warnOfOthers(PoolSettings settings, VolumeGroup group) throws IOException {
        long others = group.state().volumes().stream()
                .filter(volume -> volume.pool().equals(group.name().thinPool()))
                .filter(volume -> volume.tag(GroupRecord.OWNER).isPresent())
                .count();
        if (others > 0) {
            log.warn(
                    "Volume group {} has {} logical volumes that pool {} has no records of. If its directory was lost, stop the driver and run: stowage doctor --adopt {}",
                    group.name().group(),
                    others,
                    settings.name(),
                    group.name());
        }
    }

    VolumeGroup group() {
        return group;
    }

    String owner() {
        return record.owner();
    }

    @Override
    public void start() throws IOException {
        folder.ensure();
    }

    @Override
    public boolean isMade() {
        return true;
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public PoolDirectory directory() {
        return folder;
    }

    @Override
    public PoolDirectory place() {
        return folder;
    }

    @Override
    public PoolSpace poolSpace() throws IOException {
        return space(group.state());
    }

    private PoolSpace space(GroupState state) throws IOException {
        long low = settings.lowWater().count();
        long foreign = state.volumes().stream()
                .filter(volume -> volume.pool().equals(group.name().thinPool()))
                .filter(volume -> !volume.tags().contains(GroupRecord.OWNER + "=" + owner()))
                .mapToLong(LogicalVolume::size)
                .sum();
        if (!group.isThin()) {
            // A snapshot that copies on write is there for the time of a copy, and nothing is provisioned in it.
            long ours = state.volumes().stream()
                    .filter(volume -> volume.tags().contains(GroupRecord.OWNER + "=" + owner()))
                    .filter(volume -> !volume.isCow())
                    .mapToLong(LogicalVolume::size)
                    .sum();
            return new PoolSpace(
                    Math.max(0, state.size() - low),
                    Math.max(0, state.free() + ours - low),
                    Math.max(0, state.free() - low),
                    state.free() < low,
                    state.free() < low ? dataLow(state.free()) : "");
        }
        LogicalVolume pool = thinPool(state);
        long free = (long) (pool.size() * (100 - pool.usedPercent()) / 100);
        boolean isMetadataLow = isMetadataLow(pool);
        return new PoolSpace(
                Math.max(0, pool.size() - low),
                Math.max(0, pool.size() - foreign - low),
                Math.max(0, free - low),
                free < low || isMetadataLow,
                isMetadataLow ? metadataLow(pool) : free < low ? dataLow(free) : "");
    }

    private LogicalVolume thinPool(GroupState state) throws IOException {
        return group.name()
                .thinPool()
                .flatMap(state::find)
                .orElseThrow(() -> new IOException("thin pool " + group.name() + " does not exist any more"));
    }

    private boolean isMetadataLow(LogicalVolume pool) {
        return 100 - pool.metadataPercent() < settings.metadataLowWater();
    }

    private String dataLow(long free) {
        return "%s %s has only %s free, below the low-water mark of %s; extend it with %s or delete volumes"
                .formatted(
                        group.isThin() ? "thin pool" : "volume group",
                        group.name(),
                        Bytes.of(free),
                        settings.lowWater(),
                        group.isThin() ? "lvextend" : "vgextend");
    }

    private String metadataLow(LogicalVolume pool) {
        return "the metadata of thin pool %s (%s) is used to %.0f %%, and less than %d %% of it are free; extend it with lvextend --poolmetadatasize"
                .formatted(
                        group.name(),
                        Bytes.of(pool.metadataSize()),
                        pool.metadataPercent(),
                        settings.metadataLowWater());
    }

    @Override
    public void provide(long promised, long now) {
        // The administrator extends the group.
    }

    @Override
    public void counted(boolean empty) {}

    @Override
    public boolean hasReflink() {
        return group.isThin();
    }

    @Override
    public List<StorageProblem> problems() throws IOException {
        List<StorageProblem> problems = new ArrayList<>();
        GroupState state;
        try {
            state = group.state();
        } catch (IOException e) {
            return List.of(new StorageProblem(
                    true,
                    "PoolMissing",
                    "cannot read volume group %s of pool %s: %s"
                            .formatted(group.name().group(), settings.name(), e.getMessage())));
        }
        if (state.missingDisks() > 0) {
            problems.add(new StorageProblem(
                    true,
                    "DiskMissing",
                    "volume group %s lacks %d of its disks; connect them, or see vgreduce"
                            .formatted(group.name().group(), state.missingDisks())));
        }
        PoolSpace space = space(state);
        boolean isMetadataLow = false;
        if (group.isThin()) {
            LogicalVolume pool = thinPool(state);
            isMetadataLow = isMetadataLow(pool);
            thinPool(problems, pool);
        }
        if (space.low()) {
            problems.add(new StorageProblem(false, isMetadataLow ? "PoolMetadataFull" : "PoolFull", space.cause()));
        }
        return problems;
    }

    private void thinPool(List<StorageProblem> problems, LogicalVolume pool) {
        if (!pool.health().isEmpty()) {
            problems.add(new StorageProblem(
                    true,
                    "ThinPoolFailed",
                    "thin pool %s reports \"%s\"; writes to its volumes fail (see lvmthin(7))"
                            .formatted(group.name(), pool.health())));
        }
    }

    @Override
    public void release() {
        // Active volumes are in use, and the group is the administrator's.
    }
}
