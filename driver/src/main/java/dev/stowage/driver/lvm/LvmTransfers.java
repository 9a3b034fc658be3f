package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.PoolTransfers;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.blocks.BlockListing;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.UuidRenewal;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/// Logical volumes that go to other drivers and come from there. The name of one says what it is: a copy, that copy
/// with
/// an incomplete difference, or a volume. So each change of its state is one rename.
final class LvmTransfers implements PoolTransfers {

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final PoolDirectory pool;
    private final ThickCopies.Parts parts;
    private final ThinBlocks thinBlocks;
    private final CheckpointListener checkpoints;

    LvmTransfers(LvmPool lvmPool, ThickCopies.Parts parts, ThinBlocks thinBlocks, CheckpointListener checkpoints) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.pool = lvmPool.records();
        this.parts = parts;
        this.thinBlocks = thinBlocks;
        this.checkpoints = checkpoints;
    }

    @Override
    public TransferBlocks blocks(VolumeSource what) throws CsiException, IOException {
        return all(source(what));
    }

    @Override
    public TransferBlocks difference(SnapshotId base, VolumeSource what) throws CsiException, IOException {
        return difference(source(new VolumeSource.OfSnapshot(base)), source(what));
    }

    private TransferBlocks all(String name) throws CsiException, IOException {
        return LvmBlocks.open(
                parts.readers(),
                name,
                size -> group.isThin()
                        ? thinBlocks.allocated(name, 0, size)
                        : BlockListing.of(size, DeviceCopy.whole(size)));
    }

    private TransferBlocks difference(String base, String name) throws CsiException, IOException {
        return LvmBlocks.open(
                parts.readers(),
                name,
                size -> group.isThin() ? thinBlocks.changed(base, name, 0, size) : compared(base, name, size));
    }

    /// Thick volumes share nothing, so all of both is read.
    private BlockRanges compared(String base, String name, long size) throws CsiException, IOException {
        VolumeComparison comparison = VolumeComparison.open(parts.readers(), base, name);
        return BlockListing.of(size, new ComparedMappings(DeviceCopy.whole(size), comparison.blocks()), comparison);
    }

    /// The logical volume, when it has all data.
    private String source(VolumeSource what) throws CsiException, IOException {
        return switch (what) {
            case VolumeSource.OfSnapshot(SnapshotId id) -> {
                SnapshotMeta snapshot = pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("snapshot %s does not exist".formatted(id)));
                if (!snapshot.complete()) {
                    throw CsiException.failedPrecondition("snapshot %s is still being copied; try again".formatted(id));
                }
                yield VolumeTags.name(id);
            }
            case VolumeSource.OfVolume(VolumeId id) -> {
                try (var _ = parts.locks().hold(id)) {
                    parts.unmountedGrowth().refuseUnlessComplete(pool, id);
                    parts.zeroing().complete(pool, id);
                }
                yield VolumeTags.name(id);
            }
        };
    }

    @Override
    public Optional<VolumeMeta> received(VolumeId id) throws IOException {
        return pool.received().find(id);
    }

    @Override
    public Optional<VolumeMeta> incoming(VolumeId id) throws IOException {
        return pool.incoming().find(id);
    }

    @Override
    public void make(VolumeMeta wanted, boolean renamed, Map<String, String> parameters)
            throws CsiException, IOException {
        PoolDirectory received = pool.received();
        VolumeId id = wanted.id();
        String name = VolumeTags.receivedName(id);
        clear(received, id, name);
        if (!group.isThin()) {
            VolumeZeroing.note(received, id, 0);
        }
        try {
            group.create(
                    name,
                    wanted.size().count(),
                    tags.of(wanted),
                    VolumeLayout.of(parameters).arguments());
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
        checkpoints.reached(Checkpoint.IMAGE_MADE);
        if (renamed && !wanted.block()) {
            UuidRenewal.note(received, id);
        }
        received.write(wanted);
        checkpoints.reached(Checkpoint.VOLUME_RECORDED);
    }

    @Override
    public void makeDifference(VolumeMeta wanted) throws CsiException, IOException {
        if (!group.isThin()) {
            throw CsiException.failedPrecondition(
                    "volume group %s has thick volumes, which receive no differences; delete the copy of volume %s and send all of it"
                            .formatted(group.name().group(), wanted.id()));
        }
        VolumeId id = wanted.id();
        String name = VolumeTags.incomingName(id);
        clear(pool.incoming(), id, name);
        try {
            group.copy(VolumeTags.receivedName(id), name, false, tags.of(wanted));
            checkpoints.reached(Checkpoint.CLONED);
            if (LvmVolumes.actualSize(group.state(), name, wanted)
                    < wanted.size().count()) {
                group.extend(name, wanted.size().count());
            }
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
        pool.incoming().write(wanted);
        checkpoints.reached(Checkpoint.VOLUME_RECORDED);
    }

    /// Without its record it is what an interrupted call left. The directory is there before the logical volume, and
    /// longer.
    private void clear(PoolDirectory place, VolumeId id, String name) throws CsiException, IOException {
        remove(place, id, name);
        Directories.ensure(place.volumes());
        Directories.ensure(place.of(id));
        checkpoints.reached(Checkpoint.FOLDER_MADE);
    }

    @Override
    public TransferTarget open(VolumeId id) throws CsiException, IOException {
        String copy = VolumeTags.receivedName(id);
        if (pool.incoming().find(id).isPresent()) {
            String name = VolumeTags.incomingName(id);
            return DeviceTarget.open(parts.devices(), name, () -> difference(copy, name));
        }
        requireReceived(id);
        DeviceTarget target = DeviceTarget.open(parts.devices(), copy, () -> all(copy));
        return group.isThin() ? target : zeroed(id, target);
    }

    private TransferTarget zeroed(VolumeId id, DeviceTarget target) throws IOException {
        PoolDirectory received = pool.received();
        ZeroedTarget.Note note = new ZeroedTarget.Note() {
            @Override
            public void write(long from) throws IOException {
                VolumeZeroing.note(received, id, from);
            }

            @Override
            public void remove() throws IOException {
                VolumeZeroing.forget(received, id);
            }
        };
        long size = target.size();
        long position = VolumeZeroing.isNeeded(received, id) ? VolumeZeroing.from(received, id) : size;
        return new ZeroedTarget(target, size, note, position);
    }

    private VolumeMeta requireReceived(VolumeId id) throws CsiException, IOException {
        return received(id)
                .orElseThrow(() -> CsiException.notFound("there is no copy of volume %s in this pool".formatted(id)));
    }

    @Override
    public void complete(VolumeId id) throws CsiException, IOException {
        Optional<VolumeMeta> difference = incoming(id);
        String incoming = VolumeTags.incomingName(id);
        String received = VolumeTags.receivedName(id);
        if (difference.isPresent()) {
            if (group.state().find(incoming).isPresent()) {
                parts.removal().remove(received);
                checkpoints.reached(Checkpoint.SOURCE_RELEASED);
                group.rename(incoming, received);
                checkpoints.reached(Checkpoint.COPIED);
            } else if (group.state().find(received).isEmpty()) {
                throw new IOException("the logical volumes %s and %s of the copy of volume %s are missing"
                        .formatted(received, incoming, id));
            }
            pool.received().write(difference.get());
            checkpoints.reached(Checkpoint.VOLUME_RECORDED);
        }
        abandon(id);
    }

    @Override
    public void abandon(VolumeId id) throws CsiException, IOException {
        remove(pool.incoming(), id, VolumeTags.incomingName(id));
    }

    @Override
    public void discard(VolumeId id) throws CsiException, IOException {
        abandon(id);
        remove(pool.received(), id, VolumeTags.receivedName(id));
    }

    /// The record first: what is removed halfway must not look whole.
    private void remove(PoolDirectory place, VolumeId id, String name) throws CsiException, IOException {
        if (Files.exists(place.of(id))) {
            place.forget(id);
            parts.removal().remove(name);
            checkpoints.reached(Checkpoint.SOURCE_RELEASED);
            place.remove(id);
        }
    }

    @Override
    public VolumeMeta activate(VolumeId id) throws CsiException, IOException {
        Optional<VolumeMeta> before = pool.find(id);
        if (before.isPresent()) {
            return before.get();
        }
        VolumeMeta copy = requireReceived(id);
        String received = VolumeTags.receivedName(id);
        if (group.state().find(received).isPresent()) {
            copy = settled(copy, received);
            group.rename(received, VolumeTags.name(id));
            checkpoints.reached(Checkpoint.COPIED);
        }
        Directories.ensure(pool.volumes());
        Files.move(pool.received().of(id), pool.of(id), StandardCopyOption.ATOMIC_MOVE);
        Directories.sync(pool.volumes());
        Directories.sync(pool.received().volumes());
        checkpoints.reached(Checkpoint.VOLUME_RECORDED);
        return copy;
    }

    /// A blank device is of a volume that was never used: the first stage formats it.
    private VolumeMeta settled(VolumeMeta copy, String name) throws IOException {
        boolean isFormatted = !copy.block() && new RecoveredFormat(group, pool).hasContent(name);
        if (!isFormatted) {
            UuidRenewal.forget(pool.received(), copy.id());
        }
        VolumeMeta settled = isFormatted ? copy.asFormatted() : copy;
        pool.received().write(settled);
        return settled;
    }
}
