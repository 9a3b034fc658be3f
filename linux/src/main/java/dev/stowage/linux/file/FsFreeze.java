package dev.stowage.linux.file;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.BlockingLanes;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.OpenFlags;
import java.io.IOException;
import java.nio.file.Path;

/// Stops all writing to a file system for a moment, so that a snapshot of the device below is consistent.
///
/// Whoever freezes must thaw in a `finally`: every writer blocks until then, and a process that dies frozen leaves
/// the file system frozen.
public final class FsFreeze {
    private static final long FIFREEZE = 0xC0045877L;
    private static final long FITHAW = 0xC0045878L;

    private FsFreeze() {}

    /// Flushes everything and holds back writers. `EBUSY` when it is frozen already, `EOPNOTSUPP` where it cannot
    /// be.
    public static void freeze(Path mountPoint) throws IOException {
        control("freeze", mountPoint, FIFREEZE);
    }

    /// Lets writers go on. `EINVAL` when it is not frozen.
    public static void thaw(Path mountPoint) throws IOException {
        control("thaw", mountPoint, FITHAW);
    }

    private static void control(String call, Path mountPoint, long request) throws IOException {
        // Its own lane: writers stuck on the frozen file system must not keep the thaw from running.
        BlockingCalls.shared().run(call + " of " + BlockingLanes.of(mountPoint), call, mountPoint, () -> {
            int flags = OpenFlags.READ_ONLY | OpenFlags.DIRECTORY | OpenFlags.NOFOLLOW;
            try (Descriptor opened = Descriptor.open(mountPoint, flags)) {
                Libc.check(Libc.IOCTL.invoke(opened.number(), request, 0), call, mountPoint);
            }
        });
    }
}
