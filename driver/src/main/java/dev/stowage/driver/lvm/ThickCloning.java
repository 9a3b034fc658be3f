package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.blocks.BlockCopy;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.UuidRenewal;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Volumes made from thick volumes and from snapshots of them: complete copies, made while the call waits. What
/// a killed process leaves has no record, and is removed like any other interrupted creation.
final class ThickCloning {

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final PoolDirectory pool;
    private final ThickCopies.Parts parts;
    private final CowVolumes cows;
    private final CheckpointListener checkpoints;

    /// @param size of the logical volume that is copied
    /// @param formatted whether it has a file system
    private record Content(long size, boolean formatted) {}

    ThickCloning(LvmPool lvmPool, ThickCopies.Parts parts, CowVolumes cows, CheckpointListener checkpoints) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.pool = lvmPool.records();
        this.parts = parts;
        this.cows = cows;
        this.checkpoints = checkpoints;
    }

    /// What is asked for.
    record Wanted(VolumeMeta volume, VolumeLayout layout, ThickCopyOptions options) {}

    /// @param check of the copy
    void create(Wanted request, VolumeSource from, BlockCopy.Check check) throws CsiException, IOException {
        VolumeMeta wanted = request.volume();
        Directories.ensure(pool.of(wanted.id()));
        checkpoints.reached(Checkpoint.FOLDER_MADE);
        try {
            Content content = switch (from) {
                case VolumeSource.OfVolume(VolumeId id) -> copyVolume(request, id, check);
                case VolumeSource.OfSnapshot(SnapshotId id) -> copySnapshot(request, id, check);
            };
            String name = VolumeTags.name(wanted.id());
            parts.devices().tryDeactivate(name, "the device of volume " + wanted.id());
            checkpoints.reached(Checkpoint.IMAGE_FILLED);
            group.removeTag(name, VolumeTags.copying());
            boolean isFormatted = content.formatted() && !wanted.block();
            if (isFormatted) {
                UuidRenewal.note(pool, wanted.id());
            }
            pool.write(isFormatted ? wanted.asFormatted() : wanted);
            checkpoints.reached(Checkpoint.VOLUME_RECORDED);
        } catch (CsiException | IOException | RuntimeException e) {
            undo(wanted.id(), e);
            throw e;
        }
        if (VolumeZeroing.isNeeded(pool, wanted.id())) {
            parts.zeroing().start(pool, wanted.id());
        }
    }

    /// The point in time is taken under the lock of the volume; while it is copied, the volume can be used.
    private Content copyVolume(Wanted wanted, VolumeId id, BlockCopy.Check check) throws CsiException, IOException {
        CowSize cowSize = wanted.options().requireAllowed().cowSize();
        String name = VolumeTags.name(wanted.volume().id());
        Content content;
        try (var _ = parts.locks().hold(id)) {
            parts.unmountedGrowth().refuseUnlessComplete(pool, id);
            parts.zeroing().complete(pool, id);
            VolumeMeta volume =
                    pool.find(id).orElseThrow(() -> CsiException.notFound("volume %s does not exist".formatted(id)));
            refuseSmaller(wanted.volume(), volume.size());
            content = new Content(LvmVolumes.actualSize(group.state(), volume), volume.formatted());
            reserve(wanted, content);
            cows.take(volume, name, cowSize);
        }
        checkpoints.reached(Checkpoint.CLONED);
        try (Descriptor source = cows.open(id, name)) {
            DeviceCopy.copy(source, parts.devices().activate(name).device().node(), check);
        } catch (IOException e) {
            cows.requireValid(id, name); // the reason, if it is not
            throw e;
        }
        cows.requireValid(id, name);
        cows.remove(name);
        checkpoints.reached(Checkpoint.SOURCE_RELEASED);
        return content;
    }

    /// A snapshot does not change.
    private Content copySnapshot(Wanted wanted, SnapshotId id, BlockCopy.Check check) throws CsiException, IOException {
        SnapshotMeta snapshot =
                pool.find(id).orElseThrow(() -> CsiException.notFound("snapshot %s does not exist".formatted(id)));
        refuseSmaller(wanted.volume(), snapshot.size());
        String name = VolumeTags.name(wanted.volume().id());
        try (VolumeReaders.Opened source = parts.readers().open(id)) {
            Content content = new Content(BlockDevice.size(source.descriptor()), SnapshotFormat.isFormatted(pool, id));
            reserve(wanted, content);
            DeviceCopy.copy(
                    source.descriptor(), parts.devices().activate(name).device().node(), check);
            return content;
        }
    }

    private static void refuseSmaller(VolumeMeta wanted, Bytes size) throws CsiException {
        if (wanted.size().isLessThan(size)) {
            throw CsiException.outOfRange(
                    "volume %s with %s is smaller than its source with %s".formatted(wanted.id(), wanted.size(), size));
        }
    }

    /// What is beyond the content is zeroed like a new volume, unless only a file system sees it.
    private void reserve(Wanted request, Content content) throws CsiException, IOException {
        VolumeMeta wanted = request.volume();
        long size = Math.max(wanted.size().count(), content.size());
        List<String> all = new ArrayList<>(tags.of(wanted));
        all.add(VolumeTags.copying());
        if (content.size() < size && (wanted.block() || !content.formatted())) {
            VolumeZeroing.note(pool, wanted.id(), content.size());
            all.add(VolumeTags.zeroing(content.size()));
        }
        try {
            group.create(
                    VolumeTags.name(wanted.id()), size, all, request.layout().arguments());
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
        checkpoints.reached(Checkpoint.IMAGE_MADE);
    }

    /// At once, and not with the next call: the point in time slows the writes of the volume down.
    private void undo(VolumeId id, Exception cause) {
        try {
            String name = VolumeTags.name(id);
            parts.removal().remove(name);
            cows.remove(name);
            pool.remove(id);
        } catch (CsiException | IOException e) {
            cause.addSuppressed(e);
        }
    }
}
