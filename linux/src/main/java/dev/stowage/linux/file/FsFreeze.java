package dev.stowage.linux.file;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.mountinfo.LaneName;
import java.io.IOException;
import java.nio.file.Path;

/// Suspends writes to a file system for a moment, so that a snapshot of its device is consistent.
///
/// Callers must thaw in a `finally`: every writer blocks until then, and if the process dies before, the file
/// system stays frozen.
public final class FsFreeze {
    private static final long FIFREEZE = 0xC0045877L;
    private static final long FITHAW = 0xC0045878L;

    private FsFreeze() {}

    /// Flushes all data and blocks writers. `EBUSY` when it is already frozen, `EOPNOTSUPP` if the file system
    /// does not support it.
    public static void freeze(Path mountPoint) throws IOException {
        control("freeze", mountPoint, FIFREEZE);
    }

    /// Unblocks writers. `EINVAL` when it is not frozen.
    public static void thaw(Path mountPoint) throws IOException {
        control("thaw", mountPoint, FITHAW);
    }

    /// Like [#freeze(Path)], on the calling thread and without a deadline: for a thread that no caller can
    /// interrupt. Returns the open mount point for [#thawHere(Descriptor)]; until it is closed, the file system
    /// cannot be unmounted, so the thaw reaches the same file system.
    public static Descriptor freezeHere(Path mountPoint) throws IOException {
        Descriptor opened = open(mountPoint);
        try {
            control("freeze", opened, FIFREEZE);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /// Unblocks writers, on the calling thread. `EINVAL` when it is not frozen.
    public static void thawHere(Descriptor frozen) throws IOException {
        control("thaw", frozen, FITHAW);
    }

    private static void control(String call, Path mountPoint, long request) throws IOException {
        // Its own lane: writers blocked on the frozen file system must not prevent the thaw.
        BlockingCalls.shared().run(call + " of " + LaneName.of(mountPoint), call, mountPoint, () -> {
            try (Descriptor opened = open(mountPoint)) {
                control(call, opened, request);
            }
        });
    }

    private static Descriptor open(Path mountPoint) throws LinuxException {
        return Descriptor.open(mountPoint, OpenFlags.READ_ONLY | OpenFlags.DIRECTORY | OpenFlags.NOFOLLOW);
    }

    private static void control(String call, Descriptor mountPoint, long request) throws IOException {
        long result = mountPoint.use(fd -> Libc.IOCTL.invoke(fd, request, 0));
        Libc.check(result, call, mountPoint);
    }
}
