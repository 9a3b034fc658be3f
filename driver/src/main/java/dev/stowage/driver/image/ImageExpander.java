package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.image.CheckpointListener.Checkpoint;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NodeExpandRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Makes volumes bigger: first the image, then its device, then its file system, all while it is in use.
final class ImageExpander {

    private final Mounts mounts;
    private final LoopAttachments attachments;
    private final ImageStager staged;
    private final CheckpointListener checkpoints;

    ImageExpander(Mounts mounts, LoopAttachments attachments, ImageStager staged, CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.staged = staged;
        this.checkpoints = checkpoints;
    }

    boolean expand(PoolDirectory pool, VolumeMeta volume, Bytes size) throws CsiException, IOException {
        if (!volume.size().isLessThan(size)) {
            return true;
        }
        try (Descriptor image = ImageFile.of(pool, volume.id()).openForWriting()) {
            ImageFile.extend(image, ImageFile.length(size), volume.thin());
        }
        checkpoints.reached(Checkpoint.IMAGE_GROWN);
        pool.write(pool.find(volume.id()).orElse(volume).size(size));
        checkpoints.reached(Checkpoint.GROWTH_RECORDED);
        return true;
    }

    Bytes expandOnNode(PoolDirectory pool, VolumeMeta volume, NodeExpandRequest wanted)
            throws CsiException, IOException {
        LoopDevice device = attachments
                .findOwn(pool, volume.id())
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "volume %s is not attached on this node; it is expanded when it is staged"
                                .formatted(volume.id())));
        staged.follow(pool, volume, device);
        Bytes size = Bytes.of(BlockDevice.size(device.node()));
        if (size.isLessThan(wanted.size().atLeast())) {
            throw CsiException.failedPrecondition("volume %s has %s; call ControllerExpandVolume for %s first"
                    .formatted(volume.id(), size, wanted.size().atLeast()));
        }
        if (!volume.block()) {
            FileSystem kind = FileSystem.of(volume.fsType());
            Path mounted = mounted(volume, device);
            // Some kernels refuse to grow what has its size already: btrfs below 256 MiB, ext4 without a
            // privilege.
            if (FileSystemSize.isSmallerThan(size.count(), device.node(), kind)) {
                kind.grow(device.node(), mounted);
            }
        }
        return size;
    }

    private Path mounted(VolumeMeta volume, LoopDevice device) throws CsiException, IOException {
        for (MountPoint mount : LoopDeviceUsers.of(mounts, device).mounted()) {
            Optional<MountPoint> top = mounts.at(mount.target());
            if (!mount.readOnly() && top.filter(it -> it.id() == mount.id()).isPresent()) {
                return mount.target();
            }
        }
        throw CsiException.failedPrecondition(
                "the file system of volume %s is not mounted read-write on this node; it is expanded when it is"
                        .formatted(volume.id()));
    }
}
