package dev.stowage.driver.bind;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What is mounted at a target path, according to the kernel.
sealed interface TargetState {

    /// A server that does not answer this in time is not waited for.
    BlockingCalls PROBES = new BlockingCalls(8, 256, 2, Duration.ofSeconds(10));

    record Empty() implements TargetState {}

    record Shows(MountPoint mount) implements TargetState {}

    /// A mount whose server is dead: every access fails, and it never recovers.
    record Broken(MountPoint mount, LinuxException why) implements TargetState {}

    record Other(MountPoint mount) implements TargetState {}

    /// @param source where the volume is, if known
    static TargetState of(Path target, Optional<BindSource> source, Mounts mounts) throws IOException {
        Optional<MountPoint> mounted = mounts.at(target);
        if (mounted.isEmpty()) {
            return new Empty();
        }
        MountPoint mount = mounted.get();
        Optional<LinuxException> failure = probe(mount, target);
        if (failure.isPresent()) {
            return new Broken(mount, failure.get());
        }
        boolean shows = source.isPresent() && source.get().isShownBy(mount);
        return shows ? new Shows(mount) : new Other(mount);
    }

    /// Probes both calls: a file system may answer one of them from its cache.
    private static Optional<LinuxException> probe(MountPoint mount, Path target) throws IOException {
        try {
            FileSystems.stats(target, PROBES);
            PROBES.call(mount.device(), "stat", target, () -> Stat.of(target));
            return Optional.empty();
        } catch (LinuxException e) {
            if (isDead(e)) {
                return Optional.of(e);
            }
            throw e;
        }
    }

    /// Errors that never go away by themselves.
    static boolean isDead(LinuxException e) {
        return e.errno() == Errno.ENOTCONN || e.errno() == Errno.ESTALE;
    }
}
