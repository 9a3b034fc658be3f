package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.DiskFormat;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.image.CheckpointListener.Checkpoint;
import dev.stowage.driver.image.LoopAttachments.Attached;
import dev.stowage.linux.Stat;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Volumes made ready on this node: attached, and their file system mounted once.
///
/// Raw devices are bound to a file in the staging directory, so that the mount table says who uses a device,
/// also after a restart.
final class ImageStager {

    private static final Logger log = LoggerFactory.getLogger(ImageStager.class);

    static final String NODE_NAME = "stowage-device";

    private final Mounts mounts;
    private final LoopAttachments attachments;
    private final VolumeFormatter volumeFormatter;
    private final UuidRenewal uuidRenewal;
    private final VolumeMounts volumeMounts;
    private final CheckpointListener checkpoints;

    ImageStager(Mounts mounts, LoopAttachments attachments, ImageOptions options) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.volumeFormatter = new VolumeFormatter(attachments, mounts, options.checkpoints());
        this.uuidRenewal = new UuidRenewal(mounts);
        this.volumeMounts = new VolumeMounts(mounts, options.checkpoints());
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
            case VolumeCapability.Use.Block _ -> bindNode(volume.id(), device, path);
            case VolumeCapability.Use.FileSystem use -> {
                if (volumeMounts.isStaged(
                        volume.id(), device, path, capability.mode().isReadOnly())) {
                    return;
                }
                FileSystem kind = FileSystem.of(volume.fsType());
                VolumeMeta formatted = device.readOnly() ? volume : volumeFormatter.ensure(pool, volume, device);
                if (!device.readOnly()) {
                    uuidRenewal.renewOnce(pool, formatted, kind, device);
                }
                mountAndGrow(
                        formatted, kind, device, path, use, capability.mode().isReadOnly());
            }
        }
    }

    /// Lets the device follow an image that grew while it was attached.
    void follow(PoolDirectory pool, VolumeMeta volume, LoopDevice device) throws IOException {
        Optional<Stat> image = ImageFile.of(pool, volume.id()).find();
        if (image.isPresent() && BlockDevice.size(device.node()) < image.get().size() / 512 * 512) {
            attachments.grow(device);
        }
    }

    /// A check and growth before the mount takes no special right; what only grows when mounted does so after it.
    private void mountAndGrow(
            VolumeMeta volume,
            FileSystem kind,
            LoopDevice device,
            Path path,
            VolumeCapability.Use.FileSystem use,
            boolean readOnly)
            throws CsiException, IOException {
        if (!device.readOnly()
                && isSmall(kind, device)
                && LoopDeviceUsers.of(mounts, device).none()) {
            DiskFormat diskFormat = DiskFormat.of(device.node());
            if (!diskFormat.equals(new DiskFormat.Holds(kind))) {
                throw CsiException.failedPrecondition(
                        "volume %s was formatted with %s, but its image now contains %s; it is left as it is (restore it from a snapshot)"
                                .formatted(volume.id(), kind.word(), diskFormat));
            }
            kind.growUnmounted(device.node());
        }
        volumeMounts.mount(volume.id(), kind, device, path, use, readOnly);
        boolean writable = mounts.at(path).filter(mount -> !mount.readOnly()).isPresent();
        if (!writable || !isSmall(kind, device)) {
            return;
        }
        try {
            kind.grow(device.node(), path);
        } catch (IOException | RuntimeException e) {
            volumeMounts.unmount(volume.id(), device, path);
            throw e;
        }
    }

    private static boolean isSmall(FileSystem kind, LoopDevice device) throws IOException {
        return FileSystemSize.isSmallerThan(BlockDevice.size(device.node()), device.node(), kind);
    }

    private void bindNode(VolumeId id, LoopDevice device, Path path) throws CsiException, IOException {
        Path node = path.resolve(NODE_NAME);
        dev.stowage.linux.file.Directories.ensure(path);
        Optional<MountPoint> there = mounts.at(node);
        if (there.isPresent()) {
            if (!LoopDeviceUsers.isNodeOf(there.get(), device)) {
                throw CsiException.failedPrecondition(
                        "%2$s is already used by a mount that is not volume %1$s; it is left as it is"
                                .formatted(id, node));
            }
            return;
        }
        if (Stat.find(node).isEmpty()) {
            Files.createFile(node);
        }
        mounts.bind(device.node(), node, false);
        checkpoints.reached(Checkpoint.MOUNTED);
    }

    /// Many nodes may have the volume for reading, each with a read-only device; what must be written before
    /// that (a new file system, a new UUID, the log of an unclean unmount) is written first, while no other
    /// process has it.
    private VolumeMeta prepareForReaders(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        if (volume.block() || (volume.formatted() && !uuidRenewal.isNeeded(pool, volume.id()))) {
            return volume;
        }
        Attached attached = attachments.attach(pool, volume, false);
        try {
            VolumeMeta formatted = volumeFormatter.ensure(pool, volume, attached.device());
            uuidRenewal.renewOnce(pool, formatted, FileSystem.of(volume.fsType()), attached.device());
            return formatted;
        } finally {
            attachments.detachUnused(pool, volume.id());
        }
    }

    void unstage(PoolDirectory pool, VolumeId id, Path path) throws CsiException, IOException {
        Optional<LoopDevice> device = attachments.find(pool, id);
        mounts.release(path.resolve(NODE_NAME));
        if (device.isPresent()) {
            volumeMounts.unmount(id, device.get(), path);
            checkpoints.reached(Checkpoint.UNMOUNTED);
        }
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
