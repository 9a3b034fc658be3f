package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.UuidRenewal;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.Optional;

/// Makes and removes volumes.
final class ImageVolumes {

    private final Mounts mounts;
    private final LoopAttachments attachments;
    private final ImageSnapshots imageSnapshots;
    private final CheckpointListener checkpoints;

    ImageVolumes(
            Mounts mounts, LoopAttachments attachments, ImageSnapshots imageSnapshots, CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.imageSnapshots = imageSnapshots;
        this.checkpoints = checkpoints;
    }

    void create(PoolDirectory pool, VolumeMeta wanted, Optional<VolumeSource> from) throws CsiException, IOException {
        checkSize(wanted);
        Directories.ensure(pool.of(wanted.id()));
        checkpoints.reached(Checkpoint.FOLDER_MADE);
        try {
            VolumeMeta made = from.isPresent() ? fill(pool, wanted, from.get()) : wanted;
            if (from.isEmpty()) {
                ImageFile.of(pool, wanted.id()).create().close();
                checkpoints.reached(Checkpoint.IMAGE_MADE);
            }
            try (Descriptor image = ImageFile.of(pool, wanted.id()).openForWriting()) {
                ImageFile.extend(image, ImageFile.length(wanted.size()), wanted.thin());
            }
            checkpoints.reached(Checkpoint.IMAGE_FILLED);
            pool.write(made);
            checkpoints.reached(Checkpoint.VOLUME_RECORDED);
        } catch (CsiException e) {
            // A refusal leaves nothing; after any other failure the volume is deleted before the retry.
            pool.remove(wanted.id());
            throw e;
        }
    }

    /// The volume's record, its image filled from the source.
    private VolumeMeta fill(PoolDirectory pool, VolumeMeta wanted, VolumeSource from) throws CsiException, IOException {
        boolean formatted = switch (from) {
            case VolumeSource.OfVolume(VolumeId id) -> {
                VolumeMeta original = pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("volume %s does not exist".formatted(id)));
                checkSource(wanted, original.size(), original.fsType(), original.block());
                imageSnapshots.cloneVolume(pool, original, ImageFile.of(pool, wanted.id()));
                yield original.formatted();
            }
            case VolumeSource.OfSnapshot(var id) -> {
                SnapshotMeta original = pool.find(id)
                        .orElseThrow(() -> CsiException.notFound("snapshot %s does not exist".formatted(id)));
                checkSource(wanted, original.size(), original.fsType(), original.block());
                if (!original.complete()) {
                    throw CsiException.failedPrecondition("snapshot %s is still being copied; try again".formatted(id));
                }
                imageSnapshots.restore(pool, original, ImageFile.of(pool, wanted.id()));
                // The image is blank: its volume was never used.
                yield holdsData(ImageFile.of(pool, id));
            }
        };
        if (wanted.block() || !formatted) {
            return wanted;
        }
        UuidRenewal.note(pool, wanted.id());
        return wanted.asFormatted();
    }

    private static boolean holdsData(ImageFile file) throws IOException {
        try (Descriptor image = file.openForReading()) {
            return ImageContent.anyIn(image);
        }
    }

    private static void checkSize(VolumeMeta wanted) throws CsiException {
        if (wanted.block()) {
            return;
        }
        Bytes smallest = FileSystem.of(wanted.fsType()).smallest();
        if (wanted.size().isLessThan(smallest)) {
            throw CsiException.outOfRange("%s needs at least %s; volume %s was requested with %s"
                    .formatted(wanted.fsType(), smallest, wanted.id(), wanted.size()));
        }
    }

    private static void checkSource(VolumeMeta wanted, Bytes size, String fsType, boolean block) throws CsiException {
        if (wanted.size().isLessThan(size)) {
            throw CsiException.outOfRange(
                    "volume %s with %s is smaller than its source with %s".formatted(wanted.id(), wanted.size(), size));
        }
        if (wanted.block() != block || !wanted.fsType().equals(fsType)) {
            throw CsiException.invalidArgument("volume %s must be %s like its source"
                    .formatted(wanted.id(), block ? "a raw device" : "a file system (" + fsType + ")"));
        }
    }

    void delete(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        Optional<LoopDevice> device = attachments.findLoop(pool, id);
        if (device.isPresent()) {
            // Another node's device is refused here; a leftover of our own is detached.
            boolean deleted = device.get().deleted();
            DeviceUsers uses = DeviceUsers.of(mounts, LoopAttachments.device(device.get()));
            if (!uses.none()) {
                throw CsiException.failedPrecondition(
                        "volume %s is in use at %s; unpublish and unstage it first".formatted(id, uses.places()));
            }
            if (!deleted) {
                attachments.findOwn(pool, id);
            }
            attachments.detach(device.get());
        }
        if (ImageFile.of(pool, id).find().isEmpty()) {
            pool.remove(id);
            return;
        }
        // Held until the file is deleted, so that it cannot be attached in between.
        try (var _ = attachments.lock(pool, id, false)) {
            pool.remove(id);
        }
    }
}
