package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.image.CheckpointListener.Checkpoint;
import dev.stowage.driver.image.LoopAttachments.Attached;
import dev.stowage.linux.Stat;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stages volumes on this node: attaches the image and mounts its file system once.
final class ImageStager {

    private static final Logger log = LoggerFactory.getLogger(ImageStager.class);

    private final LoopAttachments attachments;
    private final VolumeFormatter volumeFormatter;
    private final UuidRenewal uuidRenewal;
    private final VolumeMounts volumeMounts;
    private final GrowingMount growingMount;
    private final UnmountedGrowth unmountedGrowth;
    private final StagedDeviceNode stagedDeviceNode;
    private final CheckpointListener checkpoints;

    ImageStager(Mounts mounts, LoopAttachments attachments, UnmountedGrowth unmountedGrowth, ImageOptions options) {
        this.attachments = attachments;
        this.volumeFormatter = new VolumeFormatter(attachments, mounts, options.checkpoints());
        this.uuidRenewal = new UuidRenewal(mounts);
        this.volumeMounts = new VolumeMounts(mounts, options.checkpoints());
        this.growingMount = new GrowingMount(mounts, volumeMounts, unmountedGrowth);
        this.unmountedGrowth = unmountedGrowth;
        this.stagedDeviceNode = new StagedDeviceNode(mounts, options.checkpoints());
        this.checkpoints = options.checkpoints();
    }

    void stage(PoolDirectory pool, VolumeMeta volume, Path path, VolumeCapability capability)
            throws CsiException, IOException {
        checkUse(volume, capability);
        checkImage(pool, volume);
        volumeFormatter.resumeFormatting(pool, volume);
        boolean readOnly = capability.mode() == AccessMode.MULTI_NODE_READER_ONLY;
        VolumeMeta prepared = readOnly ? prepareForReaders(pool, volume) : volume;
        Attached attached = attachments.attach(pool, prepared, readOnly);
        try {
            place(pool, prepared, attached.device(), path, capability);
        } catch (UncertainOutcomeException e) {
            throw e; // the kernel may be mounting it still
        } catch (CsiException | IOException | RuntimeException e) {
            undo(pool, volume.id(), attached, e);
            throw e;
        }
    }

    private void undo(PoolDirectory pool, VolumeId id, Attached attached, Exception cause) {
        if (attached.made()) {
            try {
                attachments.detachUnused(pool, id);
            } catch (CsiException | IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private void place(PoolDirectory pool, VolumeMeta volume, LoopDevice device, Path path, VolumeCapability capability)
            throws CsiException, IOException {
        follow(pool, volume, device);
        switch (capability.use()) {
            case VolumeCapability.Use.Block _ -> stagedDeviceNode.bind(volume.id(), device, path);
            case VolumeCapability.Use.FileSystem use -> {
                if (volumeMounts.isStaged(
                        volume.id(), device, path, capability.mode().isReadOnly())) {
                    growingMount.growStaged(volume, device, path);
                    return;
                }
                VolumeMeta formatted = device.readOnly() ? volume : volumeFormatter.ensure(pool, volume, device);
                if (!device.readOnly()) {
                    uuidRenewal.renewOnce(pool, formatted, FileSystem.of(volume.fsType()), device);
                }
                growingMount.mount(
                        pool, formatted, device, path, use, capability.mode().isReadOnly());
            }
        }
    }

    /// Resizes the device of an image that was expanded while attached.
    void follow(PoolDirectory pool, VolumeMeta volume, LoopDevice device) throws IOException {
        Optional<Stat> image = ImageFile.of(pool, volume.id()).find();
        if (image.isPresent() && BlockDevice.size(device.node()) < image.get().size() / 512 * 512) {
            attachments.grow(device);
        }
    }

    /// Many nodes may have the volume for reading, each with a read-only device; what must be written before
    /// that (a new file system, a new UUID, the log of an unclean unmount) is written first, while no other
    /// process has it.
    private VolumeMeta prepareForReaders(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        VolumeId id = volume.id();
        boolean isIncomplete = uuidRenewal.isNeeded(pool, id) || unmountedGrowth.isIncomplete(pool, id);
        if (volume.block() || (volume.formatted() && !isIncomplete)) {
            return volume;
        }
        Attached attached = attachments.attach(pool, volume, false);
        try {
            VolumeMeta formatted = volumeFormatter.ensure(pool, volume, attached.device());
            FileSystem kind = FileSystem.of(volume.fsType());
            uuidRenewal.renewOnce(pool, formatted, kind, attached.device());
            if (unmountedGrowth.isIncomplete(pool, id)) {
                unmountedGrowth.complete(pool, id, kind, attached.device());
            }
            return formatted;
        } finally {
            attachments.detachUnused(pool, id);
        }
    }

    /// The file system is unmounted first: until then the staging path shows the user's files.
    void unstage(PoolDirectory pool, VolumeId id, Path path) throws CsiException, IOException {
        Optional<LoopDevice> device = attachments.find(pool, id);
        if (device.isPresent()) {
            volumeMounts.unmount(id, device.get(), path);
            checkpoints.reached(Checkpoint.UNMOUNTED);
        }
        stagedDeviceNode.release(pool, id, path);
        attachments.detachUnused(pool, id);
    }

    static void checkUse(VolumeMeta volume, VolumeCapability capability) throws CsiException {
        if (capability.isBlock() != volume.block()) {
            throw CsiException.invalidArgument("volume %s is a %s and cannot be used as a %s"
                    .formatted(
                            volume.id(),
                            volume.block() ? "raw device" : "file system",
                            volume.block() ? "file system" : "raw device"));
        }
        if (capability.use() instanceof VolumeCapability.Use.FileSystem use
                && !use.fsType().isEmpty()
                && !use.fsType().equals(volume.fsType())) {
            throw CsiException.invalidArgument("volume %s has %s, not %s; its file system cannot be changed"
                    .formatted(volume.id(), volume.fsType(), use.fsType()));
        }
    }

    private static void checkImage(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        ImageFile image = ImageFile.of(pool, volume.id());
        Optional<Stat> found = Stat.find(image.path());
        if (found.isEmpty()) {
            throw CsiException.failedPrecondition(
                    "the image of volume %s is missing: %s".formatted(volume.id(), image.path()));
        }
        if (!found.get().isRegularFile()) {
            throw CsiException.failedPrecondition(
                    "the image of volume %s is not a regular file: %s".formatted(volume.id(), image.path()));
        }
        boolean unformatted = !volume.formatted() && !volume.block();
        if (!unformatted && found.get().size() < volume.size().count()) {
            throw CsiException.failedPrecondition("the image of volume %s is truncated: it has %s of %s"
                    .formatted(volume.id(), Bytes.of(found.get().size()), volume.size()));
        }
        if (unformatted && found.get().size() < volume.size().count()) {
            log.info(
                    "The image of volume {} is shorter than recorded; extending it, as it was never used.",
                    volume.id());
        }
    }
}
