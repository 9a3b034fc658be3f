package dev.stowage.node.volumemanager.operations;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.VolData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A directory with a mount in it and `vol_data.json` beside the mount. It is deleted one entry at a time, so
/// that no mount and no file of a user is deleted.
final class MountDirectory {
    private static final int MOST_STACKED = 64;

    private final Mounts mounts;

    MountDirectory(Mounts mounts) {
        this.mounts = mounts;
    }

    /// Called after the driver unpublished the volume. Remaining mounts are older ones below the last one.
    void remove(Path mount) throws IOException {
        clear(mount);
        Files.deleteIfExists(mount);
        Files.deleteIfExists(mount.resolveSibling(VolData.FILE));
        Files.deleteIfExists(mount.resolveSibling("." + VolData.FILE + ".new"));
        Path folder = mount.getParent();
        if (folder != null) {
            Files.deleteIfExists(folder);
        }
    }

    /// After the driver has refused: removed unless something is mounted.
    void removeUnused(Path mount) throws IOException {
        if (!isMounted(mount)) {
            remove(mount);
        }
    }

    void clear(Path mount) throws IOException {
        for (int i = 0; i < MOST_STACKED && isMounted(mount); i++) {
            mounts.unmount(mount);
        }
    }

    boolean isMounted(Path mount) throws IOException {
        Path folder = mount.getParent();
        return folder != null
                && Files.isDirectory(folder)
                && !mounts.stackedAt(mount).isEmpty();
    }
}
