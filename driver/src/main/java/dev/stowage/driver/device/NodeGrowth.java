package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NodeExpandRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Lets devices and their file systems follow the size of an expanded volume, while it is in use.
public final class NodeGrowth {

    private final Mounts mounts;
    private final VolumeDevices attachments;

    public NodeGrowth(Mounts mounts, VolumeDevices attachments) {
        this.mounts = mounts;
        this.attachments = attachments;
    }

    public Bytes expandOnNode(PoolDirectory pool, VolumeMeta volume, NodeExpandRequest wanted)
            throws CsiException, IOException {
        VolumeDevice device = attachments
                .findOwn(pool, volume.id())
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "volume %s is not attached on this node; it is expanded when it is staged"
                                .formatted(volume.id())));
        attachments.follow(pool, volume, device);
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

    private Path mounted(VolumeMeta volume, VolumeDevice device) throws CsiException, IOException {
        for (MountPoint mount : DeviceUsers.of(mounts, device).mounted()) {
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
