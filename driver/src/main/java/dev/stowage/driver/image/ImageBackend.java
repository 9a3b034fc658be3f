package dev.stowage.driver.image;

import static java.util.Objects.requireNonNull;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.PoolFolder;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.Labels;
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
    private final StagedVolumes staged;
    private final Publications publications;
    private final Cuts cuts;
    private final Images images;
    private final Growing growing;
    private final Condition condition;
    private final Recovery recovery;
    private final VolumeLocks locks = new VolumeLocks();

    /// @param notes a folder on this node for what must be known after a crash
    public ImageBackend(PoolSource source, Mounts mounts, LoopDevices loops, Path notes, ImageOptions options) {
        this.source = requireNonNull(source, "source");
        this.attachments = new LoopAttachments(loops, mounts, options);
        this.staged = new StagedVolumes(mounts, attachments, options);
        this.publications = new Publications(mounts, attachments, staged, notes.resolve("staging"), options.steps());
        Freezes freezes = new Freezes(mounts, notes.resolve("frozen"), options.steps());
        Copies copies = new Copies(options.steps());
        this.cuts = new Cuts(mounts, attachments, freezes, copies, options.steps());
        this.images = new Images(mounts, attachments, cuts, options.steps());
        this.growing = new Growing(mounts, attachments, staged, options.steps());
        this.condition = new Condition(mounts, attachments);
        this.recovery = new Recovery(mounts, attachments, freezes, copies, options);
    }

    @Override
    public Set<Ability> abilities() {
        Set<Ability> abilities = EnumSet.of(
                Ability.BLOCK,
                Ability.CLONE,
                Ability.SNAPSHOT,
                Ability.GROW,
                Ability.MODIFY,
                Ability.BLOCK_METADATA,
                Ability.HARD_SIZE,
                Ability.STAGE);
        if (cuts.isInstant(source)) {
            abilities.add(Ability.INSTANT_COPIES);
        }
        return abilities;
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> from) throws CsiException, IOException {
        PoolFolder pool = source.folder();
        if (from.isPresent() && from.get() instanceof VolumeSource.OfVolume(VolumeId original)) {
            try (var _ = locks.hold(List.of(wanted.id(), original))) {
                images.create(pool, wanted, from);
            }
        } else {
            try (var _ = locks.hold(wanted.id())) {
                images.create(pool, wanted, from);
            }
        }
    }

    @Override
    public void delete(VolumeId id) throws CsiException, IOException {
        try (var _ = locks.hold(id)) {
            images.delete(source.folder(), id);
        }
    }

    @Override
    public boolean grow(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolFolder pool = source.folder();
            return growing.grow(pool, known(pool, volume.id()), size);
        }
    }

    @Override
    public Bytes growOnNode(VolumeMeta volume, NodeExpandRequest wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolFolder pool = source.folder();
            return growing.growOnNode(pool, known(pool, volume.id()), wanted);
        }
    }

    @Override
    public void checkSettings(Map<String, String> settings) throws CsiException {
        Labels.check(settings);
    }

    @Override
    public void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        Labels.check(settings);
        try (var _ = locks.hold(volume.id())) {
            PoolFolder pool = source.folder();
            VolumeMeta known = known(pool, volume.id());
            pool.write(known.settings(Labels.merged(known.settings(), settings)));
        }
    }

    @Override
    public List<SnapshotMeta> cut(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        CopyRules rules = CopyRules.of(parameters);
        try (var _ = locks.hold(wanted.keySet().stream().map(VolumeMeta::id).toList())) {
            return cuts.cut(source.folder(), wanted, rules);
        }
    }

    @Override
    public void deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        cuts.delete(source.folder(), id);
    }

    @Override
    public BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException {
        return BlockDiff.allocated(source.folder(), snapshot, offset);
    }

    @Override
    public BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException, IOException {
        return BlockDiff.changed(source.folder(), base, target, offset);
    }

    @Override
    public void stage(VolumeMeta volume, Stage wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolFolder pool = source.folder();
            staged.stage(pool, known(pool, volume.id()), wanted.path(), wanted.capability());
        }
    }

    @Override
    public void unstage(VolumeId volume, Path path) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            staged.unstage(source.folder(), volume, path);
        }
    }

    @Override
    public void publish(VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        try (var _ = locks.hold(volume.id())) {
            PoolFolder pool = source.folder();
            publications.publish(pool, known(pool, volume.id()), wanted);
        }
    }

    @Override
    public void unpublish(VolumeId volume, Path target) throws CsiException, IOException {
        try (var _ = locks.hold(volume)) {
            publications.unpublish(source.folder(), volume, target);
        }
    }

    @Override
    public Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        return condition.usage(source.folder(), volume, path);
    }

    @Override
    public List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        return condition.health(source.folder(), volume, publishedAt, stagedAt);
    }

    @Override
    public void recover() throws IOException {
        recovery.recover(source);
    }

    /// The record as it is now: what the caller has may be older than the volume's first format or last growth.
    private static VolumeMeta known(PoolFolder pool, VolumeId id) throws CsiException, IOException {
        return pool.find(id)
                .orElseThrow(() -> CsiException.notFound("the pool at %s has no volume %s".formatted(pool.root(), id)));
    }
}
