package dev.stowage.node.repair;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.repair.MountHealth.Dead;
import dev.stowage.node.repair.MountHealth.Healthy;
import dev.stowage.node.repair.MountHealth.Unknown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Checks whether mounts are alive. A server that hangs blocks one thread until it responds, and is checked
/// again only then. Thread-safe.
public final class MountCheck {
    private static final int THREADS = 8;
    private static final int WAITING = 256;
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final Mounts mounts;
    private final BlockingCalls calls;

    public MountCheck() {
        this(DEADLINE);
    }

    MountCheck(Duration deadline) {
        this.mounts = Mounts.system();
        this.calls = new BlockingCalls(THREADS, WAITING, 1, deadline);
    }

    /// @param target a directory that something should be mounted at
    public MountHealth of(Path target) {
        try {
            Optional<MountPoint> mount = mounts.at(target);
            if (mount.isEmpty()) {
                return new Dead("nothing is mounted at " + target);
            }
            if (hasLostItsDevice(mount.get())) {
                return new Dead("the device of " + target + ", " + mount.get().source() + ", does not exist any more");
            }
            FileSystems.probe(target, calls);
            return new Healthy();
        } catch (UncertainOutcomeException e) {
            return new Unknown(String.valueOf(e.getMessage()));
        } catch (LinuxException e) {
            return means(e);
        } catch (IOException e) {
            return new Unknown(String.valueOf(e.getMessage()));
        }
    }

    /// File systems without a device have the major number 0.
    private static boolean hasLostItsDevice(MountPoint mount) {
        return mount.major() > 0 && Files.notExists(Path.of("/sys/dev/block", mount.device()));
    }

    /// A refusal does not mean that the mount is dead: some servers respond only to the owner.
    private static MountHealth means(LinuxException e) {
        String why = String.valueOf(e.getMessage());
        return switch (e.errno()) {
            case ENOTCONN, ESTALE, EIO, EHOSTDOWN, ENODEV, ENXIO -> new Dead(why);
            case EACCES, EPERM -> new Healthy();
            default -> new Unknown(why);
        };
    }
}
