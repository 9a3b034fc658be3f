package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives the file system of a copied volume a new UUID, before its first mount.
public final class UuidRenewal {

    private static final Logger log = LoggerFactory.getLogger(UuidRenewal.class);
    private static final String NOTE = "copied";

    private final Mounts mounts;

    public UuidRenewal(Mounts mounts) {
        this.mounts = mounts;
    }

    /// To be noted before the volume's record is written.
    public static void note(PoolDirectory pool, VolumeId id) throws IOException {
        Files.createFile(pool.of(id).resolve(NOTE));
    }

    /// For a volume that turns out to be blank.
    public static void forget(PoolDirectory pool, VolumeId id) throws IOException {
        Files.deleteIfExists(pool.of(id).resolve(NOTE));
    }

    public boolean isNeeded(PoolDirectory pool, VolumeId id) {
        return Files.exists(pool.of(id).resolve(NOTE));
    }

    /// Safe to repeat after a crash.
    public void renewOnce(PoolDirectory pool, VolumeMeta volume, FileSystem kind, VolumeDevice device)
            throws IOException {
        Path note = pool.of(volume.id()).resolve(NOTE);
        if (!Files.exists(note) || !DeviceUsers.of(mounts, device).none()) {
            return;
        }
        try {
            kind.changeUuid(device.node());
        } catch (IOException e) {
            if (kind == FileSystem.BTRFS) {
                throw e; // the kernel would confuse it with its original
            }
            log.warn("Volume {} keeps the UUID of its source: {}", volume.id(), e.getMessage());
        }
        Files.delete(note);
    }
}
