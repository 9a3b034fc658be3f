package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.DeviceNumber;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.VolumeLabels;
import dev.stowage.driver.device.NodeGrowth;
import dev.stowage.driver.device.UnmountedGrowth;
import dev.stowage.driver.device.VolumeFreezer;
import dev.stowage.driver.device.VolumeLocks;
import dev.stowage.driver.device.VolumePublisher;
import dev.stowage.driver.device.VolumeStager;
import dev.stowage.driver.iolimit.IoLimits;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A logical volume per volume, as a file system or as a raw device. In a thin pool, snapshots and clones share
/// blocks; those of thick volumes are copies, where a class allows them.
public final class LvmBackend implements Backend {

    private final LvmPool lvmPool;
    private final PoolDirectory pool;
    private final UnmountedGrowth unmountedGrowth;
    private final VolumeStager volumeStager;
    private final VolumePublisher volumePublisher;
    private final LvmVolumes volumes;
    private final LvmSnapshots snapshots;
    private final NodeGrowth nodeGrowth;
    private final LvmHealth health;
    private final LvmRecovery recovery;
    private final ThinBlocks thinBlocks;
    private final ThickCopies thickCopies;
    private final LvmTransfers transfers;
    private final VolumeFreezer freezer;
    private final VolumeLocks locks = new VolumeLocks();

    /// @param notes a directory on this node for what must be known after a crash
    /// @param freed receives the size of a snapshot whose copy failed: its space is free again
    public LvmBackend(LvmPool lvmPool, Mounts mounts, Path notes, LvmOptions options, Consumer<Bytes> freed) {
        this.lvmPool = lvmPool;
        this.pool = lvmPool.records();
        VolumeZeroing zeroing = new VolumeZeroing(lvmPool.group(), options.longestWait());
        LvmDevices devices = new LvmDevices(lvmPool, mounts, zeroing, options.checkpoints());
        this.unmountedGrowth = new UnmountedGrowth(devices, locks, options.longestWait());
        this.volumeStager = new VolumeStager(mounts, devices, unmountedGrowth, options.checkpoints());
        this.volumePublisher =
                new VolumePublisher(mounts, devices, volumeStager, notes.resolve("staging"), options.checkpoints());
        LvmRemoval removal = new LvmRemoval(lvmPool);
        this.volumes = new LvmVolumes(lvmPool, mounts, devices, zeroing, removal, options.checkpoints());
        VolumeReaders readers = new VolumeReaders(devices);
        this.freezer = new VolumeFreezer(mounts, notes.resolve("frozen"), options.checkpoints());
        ThickCopies.Parts parts = new ThickCopies.Parts(
                devices, locks, unmountedGrowth, zeroing, readers, removal, new BtrfsFreeze(mounts, freezer));
        this.thickCopies = new ThickCopies(lvmPool, parts, freed, options.checkpoints());
        this.snapshots =
                new LvmSnapshots(lvmPool, mounts, devices, zeroing, thickCopies.snapshots(), options.checkpoints());
        this.nodeGrowth = new NodeGrowth(mounts, devices);
        this.health = new LvmHealth(lvmPool, mounts, devices);
        this.thinBlocks = new ThinBlocks(lvmPool, readers, notes, options);
        this.transfers = new LvmTransfers(lvmPool, parts, thinBlocks, options.checkpoints());
        this.recovery = new LvmRecovery(lvmPool, mounts, devices, zeroing, thinBlocks, thickCopies, freezer);
    }

    @Override
    public Set<BackendCapability> capabilities() {
        Set<BackendCapability> capabilities = EnumSet.of(
                BackendCapability.BLOCK,
                BackendCapability.CLONE,
                BackendCapability.SNAPSHOT,
                BackendCapability.GROW,
                BackendCapability.MODIFY,
                BackendCapability.HARD_SIZE,
                BackendCapability.STAGE);
        if (lvmPool.group().isThin()) {
            capabilities.addAll(Set.of(BackendCapability.INSTANT_COPIES, BackendCapability.BLOCK_METADATA));
        }
        return capabilities;
    }

    @Override
    public Set<String> parameters() {
        return lvmPool.group().isThin() ? Set.of() : ThickCopies.PARAMETERS;
    }

    @Override
    public void checkCopying(Map<String, String> parameters) throws CsiException {
        if (!lvmPool.group().isThin()) {
            var _ = ThickCopyOptions.of(parameters).requireAllowed();
        }
    }

    @Override
    public void checkParameters(NewVolume request) throws CsiException {
        var _ = ThickCopyOptions.of(request.parameters());
        VolumeLayout.of(request.parameters()).require(lvmPool.group());
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException {
        create(wanted, source, Map.of());
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source, NewVolume request)
            throws CsiException, IOException {
        create(wanted, source, request.parameters());
    }

    private void create(VolumeMeta wanted, Optional<VolumeSource> source, Map<String, String> parameters)
            throws CsiException, IOException {
        if (source.isPresent() && !lvmPool.group().isThin()) {
            thickCopies.create(wanted, source.get(), parameters);
            return;
        }
        List<VolumeId> involved = source.isPresent() && source.get() instanceof VolumeSource.OfVolume(VolumeId original)
                ? List.of(wanted.id(), original)
                : List.of(wanted.id());
        try (var _ = locks.hold(involved)) {
            if (involved.size() > 1) {
                unmountedGrowth.refuseUnlessComplete(pool, involved.getLast());
            }
            volumes.create(wanted, source, VolumeLayout.of(parameters));
        }
    }

    @Override
    public void delete(VolumeId id) throws CsiException, IOException {
        thickCopies.refuseWhileCopied(id);
        thickCopies.removeRemains(id);
        try (var _ = locks.hold(id)) {
            unmountedGrowth.refuseWhileRunning(id);
            volumes.delete(id);
            unmountedGrowth.forget(id);
        }
    }

    @Override
    public boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        thickCopies.refuseWhileCopied(volume.id());
        try (var _ = locks.hold(volume.id())) {
            return volumes.expand(known(volume.id()), size);
        }
    }

    @Override
    public Bytes expandOnNode(VolumeMeta volume, NodeExpandRequest wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            unmountedGrowth.refuseWhileRunning(volume.id());
            return nodeGrowth.expandOnNode(pool, known(volume.id()), wanted);
        }
    }

    @Override
    public Set<String> limits() {
        return IoLimits.KEYS;
    }

    @Override
    public Optional<DeviceNumber> device(VolumeId volume) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            return volumePublisher.device(pool, volume);
        }
    }

    @Override
    public void checkSettings(Map<String, String> settings) throws CsiException {
        IoLimits.check(settings);
    }

    @Override
    public void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        IoLimits.check(settings);
        try (var _ = locks.hold(volume.id())) {
            VolumeMeta known = known(volume.id());
            pool.write(known.settings(VolumeLabels.merged(known.settings(), settings)));
        }
    }

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        checkCopying(parameters);
        List<SnapshotMeta> taken;
        try (var _ = locks.hold(wanted.keySet().stream().map(VolumeMeta::id).toList())) {
            for (VolumeMeta volume : wanted.keySet()) {
                unmountedGrowth.refuseUnlessComplete(pool, volume.id());
            }
            taken = snapshots.take(wanted, ThickCopyOptions.of(parameters));
        }
        return thickCopies.await(taken);
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        return snapshots.delete(id);
    }

    @Override
    public BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException {
        return thinBlocks.allocated(snapshot, offset);
    }

    @Override
    public BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException, IOException {
        return thinBlocks.changed(base, target, offset);
    }

    @Override
    public Optional<PoolTransfers> transfers() {
        return Optional.of(transfers);
    }

    @Override
    public void stage(VolumeMeta volume, Stage wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            volumeStager.stage(pool, known(volume.id()), wanted.path(), wanted.capability());
        }
    }

    @Override
    public void unstage(VolumeId volume, Path path) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            unmountedGrowth.refuseWhileRunning(volume);
            volumeStager.unstage(pool, volume, path);
        }
    }

    @Override
    public void publish(VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            volumePublisher.publish(pool, known(volume.id()), wanted);
        }
    }

    @Override
    public void unpublish(VolumeId volume, Path target) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            volumePublisher.unpublish(pool, volume, target);
        }
    }

    @Override
    public Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        return health.usage(volume, path);
    }

    @Override
    public List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        return health.problems(volume, publishedAt, stagedAt);
    }

    @Override
    public void recover() throws IOException {
        recovery.recover();
    }

    @Override
    public void stopped() {
        thickCopies.stop();
        freezer.stop();
    }

    /// The current record: the caller's copy may be older than the volume's first format or last expansion.
    private VolumeMeta known(VolumeId id) throws CsiException, IOException {
        return pool.find(id)
                .orElseThrow(() -> CsiException.notFound("the pool at %s has no volume %s".formatted(pool.root(), id)));
    }
}
