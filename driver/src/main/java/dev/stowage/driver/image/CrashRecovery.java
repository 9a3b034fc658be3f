package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.device.DeviceUsers;
import dev.stowage.driver.device.VolumeFreezer;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Repairs what a killed process left.
final class CrashRecovery {

    private static final Logger log = LoggerFactory.getLogger(CrashRecovery.class);

    private final Mounts mounts;
    private final LoopAttachments attachments;
    private final VolumeFreezer volumeFreezer;
    private final BackgroundCopies backgroundCopies;
    private final String node;

    CrashRecovery(
            Mounts mounts,
            LoopAttachments attachments,
            VolumeFreezer volumeFreezer,
            BackgroundCopies backgroundCopies,
            ImageOptions options) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.volumeFreezer = volumeFreezer;
        this.backgroundCopies = backgroundCopies;
        this.node = options.node();
    }

    void recover(PoolSource source) throws IOException {
        // First, because writes of workloads hang until then.
        volumeFreezer.recover();
        if (!source.isMade()) {
            return;
        }
        PoolDirectory pool;
        try {
            pool = source.directory();
        } catch (CsiException e) {
            throw new IOException("cannot open the pool: " + e.getMessage(), e);
        }
        pool.ensure();
        ReflinkProbe.clean(pool.root());
        detachLeftovers(pool);
        backgroundCopies.resume(pool);
    }

    /// Detaches unused devices: a staged or published volume is in the mount table.
    private void detachLeftovers(PoolDirectory pool) throws IOException {
        Path volumes = pool.root().toRealPath().resolve("volumes");
        for (LoopDevice device : attachments.listBeneath(volumes)) {
            Path image = Path.of(device.backingFile());
            Path folder = image.getParent();
            if (folder == null
                    || !volumes.equals(folder.getParent())
                    || !image.endsWith(ImageFile.NAME)
                    || !DeviceUsers.of(mounts, LoopAttachments.device(device)).none()
                    || !isOurs(pool, device, folder)) {
                continue;
            }
            log.warn("Detaching unused {} over {}.", device.node(), device.backingFile());
            try {
                attachments.detach(device);
            } catch (CsiException e) {
                log.warn("Cannot detach it: {}", e.getMessage());
            }
        }
    }

    private boolean isOurs(PoolDirectory pool, LoopDevice device, Path folder) throws IOException {
        if (device.deleted() || device.readOnly()) {
            return true;
        }
        Optional<VolumeId> id = VolumeId.parse(folder.getFileName().toString());
        return id.isPresent() && new HolderFile(pool.of(id.get())).node().equals(Optional.of(node));
    }
}
