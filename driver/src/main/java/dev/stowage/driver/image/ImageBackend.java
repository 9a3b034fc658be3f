package dev.stowage.driver.image;

import static java.util.Objects.requireNonNull;

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
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
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

/// A file per volume, served through a loop device, as a file system or as a raw device.
public final class ImageBackend implements Backend {

    private final PoolSource source;
    private final LoopAttachments attachments;
    private final UnmountedGrowth unmountedGrowth;
    private final VolumeFreezer volumeFreezer;
    private final VolumeStager staged;
    private final VolumePublisher volumePublisher;
    private final ImageSnapshots imageSnapshots;
    private final ImageVolumes imageVolumes;
    private final ImageTransfers imageTransfers;
    private final ImageExpander imageExpander;
    private final NodeGrowth nodeGrowth;
    private final ImageHealth condition;
    private final CrashRecovery crashRecovery;
    private final VolumeLocks locks = new VolumeLocks();

    /// @param notes a directory on this node for what must be known after a crash
    public ImageBackend(PoolSource source, Mounts mounts, LoopDevices loops, Path notes, ImageOptions options) {
        this.source = requireNonNull(source, "source");
        this.attachments = new LoopAttachments(loops, mounts, options);
        this.unmountedGrowth = new UnmountedGrowth(attachments, locks, options.growthWait());
        this.staged = new VolumeStager(mounts, attachments, unmountedGrowth, options.checkpoints());
        this.volumePublisher =
                new VolumePublisher(mounts, attachments, staged, notes.resolve("staging"), options.checkpoints());
        this.volumeFreezer = new VolumeFreezer(mounts, notes.resolve("frozen"), options.checkpoints());
        BackgroundCopies backgroundCopies = new BackgroundCopies(options.checkpoints(), source::unreserve);
        this.imageSnapshots =
                new ImageSnapshots(mounts, attachments, volumeFreezer, backgroundCopies, options.checkpoints());
        this.imageVolumes = new ImageVolumes(mounts, attachments, imageSnapshots, options.checkpoints());
        this.imageTransfers = new ImageTransfers(source, attachments, imageSnapshots, unmountedGrowth);
        this.imageExpander = new ImageExpander(options.checkpoints());
        this.nodeGrowth = new NodeGrowth(mounts, attachments);
        this.condition = new ImageHealth(mounts, attachments);
        this.crashRecovery = new CrashRecovery(mounts, attachments, volumeFreezer, backgroundCopies, options);
    }

    @Override
    public Set<BackendCapability> capabilities() {
        Set<BackendCapability> abilities = EnumSet.of(
                BackendCapability.BLOCK,
                BackendCapability.CLONE,
                BackendCapability.SNAPSHOT,
                BackendCapability.GROW,
                BackendCapability.MODIFY,
                BackendCapability.BLOCK_METADATA,
                BackendCapability.HARD_SIZE,
                BackendCapability.STAGE);
        if (imageSnapshots.isInstant(source)) {
            abilities.add(BackendCapability.INSTANT_COPIES);
        }
        return abilities;
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> from) throws CsiException, IOException {
        PoolDirectory pool = source.directory();
        if (from.isPresent() && from.get() instanceof VolumeSource.OfVolume(VolumeId original)) {
            try (var _ = locks.hold(List.of(wanted.id(), original))) {
                unmountedGrowth.refuseUnlessComplete(pool, original);
                imageVolumes.create(pool, wanted, from);
            }
        } else {
            try (var _ = locks.hold(wanted.id())) {
                imageVolumes.create(pool, wanted, from);
            }
        }
    }

    @Override
    public void delete(VolumeId id) throws CsiException, IOException {
        try (var _ = locks.hold(id)) {
            unmountedGrowth.refuseWhileRunning(id);
            imageVolumes.delete(source.directory(), id);
            unmountedGrowth.forget(id);
        }
    }

    @Override
    public boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolDirectory pool = source.directory();
            return imageExpander.expand(pool, known(pool, volume.id()), size);
        }
    }

    @Override
    public Bytes expandOnNode(VolumeMeta volume, NodeExpandRequest wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            unmountedGrowth.refuseWhileRunning(volume.id());
            PoolDirectory pool = source.directory();
            return nodeGrowth.expandOnNode(pool, known(pool, volume.id()), wanted);
        }
    }

    @Override
    public Set<String> limits() {
        return IoLimits.KEYS;
    }

    @Override
    public Optional<DeviceNumber> device(VolumeId volume) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            return volumePublisher.device(source.directory(), volume);
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
            PoolDirectory pool = source.directory();
            VolumeMeta known = known(pool, volume.id());
            pool.write(known.settings(VolumeLabels.merged(known.settings(), settings)));
        }
    }

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        SnapshotCopyOptions rules = SnapshotCopyOptions.of(parameters);
        try (var _ = locks.hold(wanted.keySet().stream().map(VolumeMeta::id).toList())) {
            PoolDirectory pool = source.directory();
            for (VolumeMeta volume : wanted.keySet()) {
                unmountedGrowth.refuseUnlessComplete(pool, volume.id());
            }
            return imageSnapshots.take(pool, wanted, rules);
        }
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        return imageSnapshots.delete(source.directory(), id);
    }

    @Override
    public BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException {
        return BlockDiff.allocated(source.directory(), snapshot, offset);
    }

    @Override
    public BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException, IOException {
        return BlockDiff.changed(source.directory(), base, target, offset);
    }

    @Override
    public Optional<PoolTransfers> transfers() {
        return Optional.of(imageTransfers);
    }

    @Override
    public void stage(VolumeMeta volume, Stage wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolDirectory pool = source.directory();
            staged.stage(pool, known(pool, volume.id()), wanted.path(), wanted.capability());
        }
    }

    @Override
    public void unstage(VolumeId volume, Path path) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            unmountedGrowth.refuseWhileRunning(volume);
            staged.unstage(source.directory(), volume, path);
        }
    }

    @Override
    public void publish(VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolDirectory pool = source.directory();
            volumePublisher.publish(pool, known(pool, volume.id()), wanted);
        }
    }

    @Override
    public void unpublish(VolumeId volume, Path target) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            volumePublisher.unpublish(source.directory(), volume, target);
        }
    }

    @Override
    public Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        return condition.usage(source.directory(), volume, path);
    }

    @Override
    public List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        return condition.health(source.directory(), volume, publishedAt, stagedAt);
    }

    @Override
    public void recover() throws IOException {
        crashRecovery.recover(source);
    }

    /// A frozen file system blocks its users until the next start.
    @Override
    public void stopped() {
        volumeFreezer.stop();
    }

    /// The current record: the caller's copy may be older than the volume's first format or last expansion.
    private static VolumeMeta known(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        return pool.find(id)
                .orElseThrow(() -> CsiException.notFound("the pool at %s has no volume %s".formatted(pool.root(), id)));
    }
}
