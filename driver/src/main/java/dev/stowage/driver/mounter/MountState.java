package dev.stowage.driver.mounter;

import dev.stowage.driver.share.ServedSource;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What is mounted at the directory of a share, according to the kernel.
enum MountState {
    NOTHING,
    /// It answers, or its server hangs: that ends when the server is back.
    MOUNTED,
    /// The daemon is gone, and every access fails.
    DEAD,
    /// Not a FUSE file system.
    FOREIGN;

    /// @param probes has the deadline for the daemon's answer
    static MountState of(Path directory, Mounts mounts, BlockingCalls probes) throws IOException {
        Optional<MountPoint> mount = mounts.at(directory);
        if (mount.isEmpty()) {
            return NOTHING;
        }
        if (!ServedSource.isFuse(mount.get())) {
            return FOREIGN;
        }
        try {
            FileSystems.Stats ignored = FileSystems.stats(directory, probes);
            return MOUNTED;
        } catch (UncertainOutcomeException e) {
            return MOUNTED;
        } catch (LinuxException e) {
            return e.errno() == Errno.ENOTCONN ? DEAD : MOUNTED;
        }
    }

    /// Other mounts of the same file system: publications of volumes.
    static List<Path> users(Path directory, Mounts mounts) throws IOException {
        Optional<MountPoint> own = mounts.at(directory);
        return own.isEmpty()
                ? List.of()
                : mounts.table().stream()
                        .filter(mount -> mount.device().equals(own.get().device())
                                && mount.id() != own.get().id())
                        .map(MountPoint::target)
                        .toList();
    }
}
