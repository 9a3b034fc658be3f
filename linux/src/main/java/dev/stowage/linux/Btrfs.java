package dev.stowage.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// What is common to the calls of btrfs.
public final class Btrfs {
    private static final long MAGIC = 0x9123683EL;
    /// Every subvolume's root directory has this inode, and nothing else in btrfs has.
    static final long ROOT_INODE = 256;

    private static final long SYNC = 0x9408L;

    private Btrfs() {}

    /// Whether the path lies on btrfs.
    public static boolean holds(Path path) throws IOException {
        return FileSystems.stats(path).magic() == MAGIC;
    }

    /// Commits: everything that was done before is on disk, and the figures of qgroups are up to date.
    public static void sync(Descriptor anywhere) throws IOException {
        run(anywhere, "commit", () -> call(anywhere, SYNC, 0, "commit", anywhere));
    }

    /// All calls of one file system share a lane; it is the device of the subvolume at hand, which is near enough.
    static void run(Descriptor opened, String call, BlockingCalls.Action action) throws IOException {
        BlockingCalls.shared().run("btrfs " + Stat.of(opened).device(), call, opened, action);
    }

    static long call(Descriptor opened, long request, long argument, String call, Object subject)
            throws LinuxException {
        return Libc.check(Libc.IOCTL.invoke(opened.number(), request, argument), call, subject);
    }

    static MemorySegment zeroed(Arena arena, long size) {
        return arena.allocate(size, 8);
    }
}
