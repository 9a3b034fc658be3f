package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The device node of a raw volume, bind-mounted to a file in the staging directory, so that the mount table shows
/// the users of a device, also after a restart.
public final class StagedDeviceNode {

    public static final String NAME = "stowage-device";

    private final Mounts mounts;
    private final CheckpointListener checkpoints;

    public StagedDeviceNode(Mounts mounts, CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.checkpoints = checkpoints;
    }

    public void bind(VolumeId id, VolumeDevice device, Path staging) throws CsiException, IOException {
        Path node = staging.resolve(NAME);
        Directories.ensure(staging);
        Optional<MountPoint> there = mounts.at(node);
        if (there.isPresent()) {
            if (!DeviceUsers.isNodeOf(there.get(), device)) {
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

    /// Removes the mount and its file. A file of this name that is not ours is left alone: when a file system is
    /// mounted at the staging path, the name is in the user's volume, which may also be broken.
    public void release(PoolDirectory pool, VolumeId id, Path staging) throws IOException {
        if (isBound(staging) || isLeftover(pool, id, staging)) {
            mounts.release(staging.resolve(NAME));
        }
    }

    /// From the mount table alone. Any device of a volume counts: ours may be detached by now.
    private boolean isBound(Path staging) throws IOException {
        Path parent = staging.toAbsolutePath().getParent();
        if (parent == null) {
            return false;
        }
        try {
            Path node = parent.toRealPath().resolve(staging.getFileName()).resolve(NAME);
            return new MountTable(mounts.table()).stackedAt(node).stream().anyMatch(DeviceUsers::isVolumeNode);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /// Whether it is the empty file of a stage call that ended before its bind mount.
    private boolean isLeftover(PoolDirectory pool, VolumeId id, Path staging) throws IOException {
        Path node = staging.resolve(NAME);
        return pool.find(id).filter(VolumeMeta::block).isPresent()
                && mounts.at(staging).isEmpty()
                && mounts.at(node).isEmpty()
                && Stat.find(node)
                        .filter(stat -> stat.isRegularFile() && stat.size() == 0)
                        .isPresent();
    }
}
