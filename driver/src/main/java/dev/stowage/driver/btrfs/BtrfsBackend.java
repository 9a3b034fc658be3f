package dev.stowage.driver.btrfs;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.BindBackend;
import dev.stowage.driver.bind.VolumeLabels;
import dev.stowage.driver.files.PoolPresence;
import dev.stowage.driver.files.TreeTransfers;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.btrfs.BtrfsIoctl;
import dev.stowage.linux.btrfs.BtrfsQgroups;
import dev.stowage.linux.btrfs.BtrfsSubvolume;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A subvolume per volume. Its qgroup's limit is its size, snapshots are read-only subvolumes, and copies share
/// everything with what they were made of: each of these takes the same short time whatever the volume holds.
///
/// Usage is what btrfs last counted, at most half a minute ago. What a workload makes as a subvolume inside its
/// volume is outside of the volume's limit and snapshots; health reports it, and deleting the volume deletes
/// it.
public final class BtrfsBackend extends BindBackend {
    private static final Logger log = LoggerFactory.getLogger(BtrfsBackend.class);
    /// A smaller volume has no space for the metadata.
    private static final Bytes SMALLEST = Bytes.mebi(1);

    private final PoolSubvolumes poolSubvolumes;
    private final BtrfsQuota btrfsQuota;
    private final BtrfsSnapshots btrfsSnapshots;
    private final TreeTransfers transfers;

    public BtrfsBackend(PoolDirectory folder, Mounts mounts) {
        super(folder, mounts);
        this.poolSubvolumes = new PoolSubvolumes(folder);
        this.btrfsQuota = new BtrfsQuota(folder.root());
        this.btrfsSnapshots = new BtrfsSnapshots(folder, poolSubvolumes, btrfsQuota);
        this.transfers = new TreeTransfers(folder, new BtrfsTrees(poolSubvolumes, btrfsQuota, new PoolPresence() {
            @Override
            public void requirePool() throws CsiException, IOException {
                BtrfsBackend.this.requirePool();
            }

            @Override
            public void refuseWhenUsed(VolumeId id) throws CsiException, IOException {
                BtrfsBackend.this.refuseWhenUsed(id);
            }
        }));
    }

    @Override
    public Set<BackendCapability> capabilities() {
        return Set.of(
                BackendCapability.CLONE,
                BackendCapability.SNAPSHOT,
                BackendCapability.INSTANT_COPIES,
                BackendCapability.GROW,
                BackendCapability.MODIFY,
                BackendCapability.HARD_SIZE);
    }

    /// The directory of an unmounted pool file is not on btrfs.
    @Override
    protected void requirePool() throws CsiException, IOException {
        super.requirePool();
        if (!BtrfsIoctl.holds(directory().volumes())) {
            throw new CsiException(
                    CsiCode.UNAVAILABLE,
                    "the pool at %s is not on btrfs, or its file system is not mounted"
                            .formatted(directory().root()));
        }
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException {
        requirePool();
        requireSize(wanted, source);
        Path own = directory().of(wanted.id());
        Directories.ensure(own);
        try (Descriptor root = poolSubvolumes.root();
                Descriptor parent = poolSubvolumes.open(wanted.id())) {
            btrfsQuota.ensure(root);
            if (source.isPresent()) {
                poolSubvolumes.copy(source.get(), parent);
            } else {
                poolSubvolumes.create(parent);
                FilePermissions.chmod(own.resolve(DATA), DATA_MODE);
            }
            KillPoint.pass();
            limit(root, poolSubvolumes.require(parent), wanted);
        }
        KillPoint.pass();
        directory().write(wanted);
    }

    private void requireSize(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException {
        Bytes least = source.isPresent() ? poolSubvolumes.sizeOf(source.get()) : SMALLEST;
        if (wanted.size().isLessThan(least)) {
            throw CsiException.outOfRange("volume %s cannot have %s: the minimum is %s%s"
                    .formatted(
                            wanted.id(), wanted.size(), least, source.isPresent() ? " (the size of its source)" : ""));
        }
    }

    private static void limit(Descriptor root, BtrfsSubvolume subvolume, VolumeMeta volume) throws IOException {
        OptionalLong exclusive = BtrfsSettings.exclusiveLimit(volume.settings());
        BtrfsQgroups.limit(root, subvolume.id(), OptionalLong.of(volume.size().count()), exclusive);
    }

    @Override
    protected void removeData(VolumeId id) throws IOException {
        try (Descriptor root = poolSubvolumes.root();
                Descriptor parent = poolSubvolumes.open(id)) {
            poolSubvolumes.destroy(parent, root, btrfsQuota);
        }
    }

    @Override
    public boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        change(volume.size(size));
        return false;
    }

    @Override
    public void checkSettings(Map<String, String> settings) throws CsiException {
        BtrfsSettings.check(settings);
    }

    @Override
    public void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        change(volume.settings(VolumeLabels.merged(volume.settings(), settings)));
    }

    private void change(VolumeMeta now) throws CsiException, IOException {
        requirePool();
        try (Descriptor root = poolSubvolumes.root();
                Descriptor parent = poolSubvolumes.open(now.id())) {
            btrfsQuota.ensure(root);
            limit(root, poolSubvolumes.require(parent), now);
        }
        KillPoint.pass();
        directory().write(now);
    }

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        requirePool();
        return btrfsSnapshots.take(wanted);
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        requirePool();
        boolean isRecorded = directory().find(id).isPresent();
        btrfsSnapshots.remove(id);
        return isRecorded;
    }

    @Override
    public Optional<PoolTransfers> transfers() {
        return Optional.of(transfers);
    }

    @Override
    public Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        requirePool();
        requirePublished(volume, path);
        try (Descriptor root = poolSubvolumes.root();
                Descriptor parent = poolSubvolumes.open(volume.id())) {
            long used = BtrfsQgroups.usage(root, poolSubvolumes.require(parent).id())
                    .map(BtrfsQgroups.Usage::referenced)
                    .orElse(0L);
            long total = volume.size().count();
            long free = Math.min(Math.max(total - used, 0), FileSystems.free(path));
            return new Usage(new Usage.Amount(total, used, free), Optional.empty());
        }
    }

    @Override
    protected List<HealthProblem> furtherProblems(VolumeMeta volume) throws CsiException, IOException {
        List<HealthProblem> problems = new ArrayList<>();
        try (Descriptor root = poolSubvolumes.root();
                Descriptor parent = poolSubvolumes.open(volume.id())) {
            Optional<BtrfsSubvolume> found = poolSubvolumes.find(parent);
            if (found.isEmpty()) {
                problems.add(SubvolumeProblem.notASubvolume(volume.id()));
                return problems;
            }
            OptionalLong limit = BtrfsQgroups.limitOf(root, found.get().id());
            if (limit.isEmpty() || limit.getAsLong() != volume.size().count()) {
                problems.add(SubvolumeProblem.otherLimit(volume));
            }
            if (!BtrfsQuota.isExact(root)) {
                problems.add(SubvolumeProblem.lostCount(volume.id()));
            }
            if (poolSubvolumes.holdsOthers(found.get(), root)) {
                problems.add(SubvolumeProblem.nested(volume.id()));
            }
        }
        return problems;
    }

    /// A pool that is not mounted yet needs no recovery.
    @Override
    public void recover() throws IOException {
        try {
            requirePool();
            try (Descriptor root = poolSubvolumes.root()) {
                btrfsQuota.ensure(root);
                btrfsQuota.sweep(root);
            }
        } catch (CsiException e) {
            log.info("Skipping repairs in the pool at {}: {}", directory().root(), e.getMessage());
        }
    }
}
