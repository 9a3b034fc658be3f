package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.DiskFormat;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Mounts file systems at their staging path and grows them to the size of their devices: after the mount where
/// this process may do that, because it takes little time then; otherwise before it.
final class GrowingMount {

    private static final Logger log = LoggerFactory.getLogger(GrowingMount.class);

    private final Mounts mounts;
    private final VolumeMounts volumeMounts;
    private final UnmountedGrowth unmountedGrowth;

    GrowingMount(Mounts mounts, VolumeMounts volumeMounts, UnmountedGrowth unmountedGrowth) {
        this.mounts = mounts;
        this.volumeMounts = volumeMounts;
        this.unmountedGrowth = unmountedGrowth;
    }

    void mount(
            PoolDirectory pool,
            VolumeMeta volume,
            VolumeDevice device,
            Path path,
            VolumeCapability.Use.FileSystem use,
            boolean readOnly)
            throws CsiException, IOException {
        FileSystem kind = FileSystem.of(volume.fsType());
        if (!device.readOnly() && DeviceUsers.of(mounts, device).none()) {
            growUnmounted(pool, volume.id(), kind, device);
        }
        volumeMounts.mount(volume.id(), kind, device, path, use, readOnly);
        try {
            growMounted(kind, device, path);
        } catch (IOException | RuntimeException e) {
            undo(volume.id(), device, path, e);
            throw e;
        }
    }

    private void growUnmounted(PoolDirectory pool, VolumeId id, FileSystem kind, VolumeDevice device)
            throws CsiException, IOException {
        boolean isIncomplete = unmountedGrowth.isIncomplete(pool, id);
        if (!isIncomplete && !isSmall(kind, device)) {
            return;
        }
        DiskFormat diskFormat = DiskFormat.of(device.node());
        if (!diskFormat.equals(new DiskFormat.Holds(kind))) {
            throw CsiException.failedPrecondition(
                    "volume %s was formatted with %s, but its image now contains %s; it is left as it is (restore it from a snapshot)"
                            .formatted(id, kind.word(), diskFormat));
        }
        if (isIncomplete || !kind.growsMounted()) {
            unmountedGrowth.complete(pool, id, kind, device);
        }
    }

    private void growMounted(FileSystem kind, VolumeDevice device, Path path) throws IOException {
        boolean isWritable = mounts.at(path).filter(mount -> !mount.readOnly()).isPresent();
        if (isWritable && isSmall(kind, device) && kind.growsMounted()) {
            kind.grow(device.node(), path);
        }
    }

    /// If the caller was cancelled, the mount stays, and so does its record: the next call continues the growth.
    private void undo(VolumeId id, VolumeDevice device, Path path, Exception cause) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        try {
            volumeMounts.unmount(id, device, path);
        } catch (CsiException | IOException e) {
            cause.addSuppressed(e);
        }
    }

    /// Completes a growth that was interrupted after the mount. A failure does not make the volume unusable; it
    /// is reported when the volume is expanded.
    void growStaged(VolumeMeta volume, VolumeDevice device, Path path) throws CsiException {
        try {
            growMounted(FileSystem.of(volume.fsType()), device, path);
        } catch (IOException e) {
            log.warn("Cannot expand the file system of volume {} at {}: {}", volume.id(), path, e.getMessage());
        }
    }

    private static boolean isSmall(FileSystem kind, VolumeDevice device) throws IOException {
        return FileSystemSize.isSmallerThan(BlockDevice.size(device.node()), device.node(), kind);
    }
}
