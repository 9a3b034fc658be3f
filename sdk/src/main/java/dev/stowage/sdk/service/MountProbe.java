package dev.stowage.sdk.service;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.SyscallRefusedException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Finds dead mounts, in one pass over many. The server of a file system that does not answer is queried once in a
/// pass, so that it delays the others by one deadline at most.
final class MountProbe {
    private static final int THREADS = 4;
    private static final int WAITING = 64;
    private static final BlockingCalls CALLS = new BlockingCalls(THREADS, WAITING, 1, Duration.ofSeconds(5));

    private final Mounts mounts;
    private final Set<String> silent = new HashSet<>();

    MountProbe(Mounts mounts) {
        this.mounts = mounts;
    }

    /// Whether every access to the mount at this path fails, and always will.
    boolean isDead(Path target) throws IOException {
        Optional<MountPoint> mount = mounts.at(target);
        if (mount.isEmpty()
                || !isServed(mount.get())
                || silent.contains(mount.get().device())) {
            return false;
        }
        try {
            FileSystems.stats(target, CALLS); // a file system may answer one of the two from its cache
            Stat ignored = CALLS.call(mount.get().device(), "stat", target, () -> Stat.of(target));
            return false;
        } catch (UncertainOutcomeException | SyscallRefusedException e) {
            silent.add(mount.get().device());
            return false;
        } catch (LinuxException e) {
            return e.errno() == Errno.ENOTCONN || e.errno() == Errno.ESTALE;
        }
    }

    /// A file system on a disk of this node has the numbers of its device; no server can die below it.
    private static boolean isServed(MountPoint mount) {
        return mount.major() == 0;
    }
}
