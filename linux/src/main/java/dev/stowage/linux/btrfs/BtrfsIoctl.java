package dev.stowage.linux.btrfs;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileSystems;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.UUID;

/// Helpers that all btrfs calls share.
public final class BtrfsIoctl {
    private static final long MAGIC = 0x9123683EL;
    /// The inode number of every subvolume's root directory, and of nothing else in btrfs.
    static final long ROOT_INODE = 256;

    private static final long SYNC = 0x9408L;
    private static final long INFO = 0x8400941FL;
    private static final int INFO_SIZE = 1024;
    private static final int UUID_OFFSET = 16;

    private static final ValueLayout.OfLong BIG_ENDIAN_LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

    private BtrfsIoctl() {}

    /// Whether the path is on btrfs.
    public static boolean holds(Path path) throws IOException {
        return FileSystems.stats(path).magic() == MAGIC;
    }

    /// Commits: all earlier changes are on disk, and the qgroup counters are up to date.
    public static void sync(Descriptor anywhere) throws IOException {
        run(anywhere, "commit", () -> call(anywhere, SYNC, 0, "commit", anywhere));
    }

    /// The UUID of the file system, as in `/sys/fs/btrfs`.
    public static UUID uuid(Descriptor anywhere) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = zeroed(arena, INFO_SIZE);
            call(anywhere, INFO, info.address(), "inspect file system", anywhere);
            return new UUID(info.get(BIG_ENDIAN_LONG, UUID_OFFSET), info.get(BIG_ENDIAN_LONG, UUID_OFFSET + 8));
        }
    }

    /// The lane of a call: the device of the subvolume, which approximates one lane per file system.
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
