package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The attribute of btrfs that makes it overwrite a file in place (FS_NOCOW_FL, `chattr +C`).
///
/// Without it every overwrite needs new blocks, so that a file whose blocks are all reserved still fails with
/// `ENOSPC` on a full disk. It takes effect on empty files only, and turns off checksums of the file's data.
/// Blocks that the file shares with a clone are still copied when they are written first. Two files can share
/// blocks only if both have the attribute or both lack it.
public final class NoCopyOnWrite {
    private static final long GET_FLAGS = 0x80086601L;
    private static final long SET_FLAGS = 0x40086602L;
    private static final int NO_COPY_ON_WRITE = 0x00800000;
    /// `FS_COMPR_FL` and `FS_NOCOMP_FL`, inherited from the directory.
    private static final int COMPRESSION = 0x4 | 0x400;

    private static final long BTRFS = 0x9123683EL;

    private NoCopyOnWrite() {}

    /// Sets it on an empty file on btrfs; other file systems need no such attribute and are left alone. Returns
    /// whether the file has it now.
    public static boolean set(Descriptor emptyFile) throws IOException {
        if (FileSystems.stats(emptyFile).magic() != BTRFS) {
            return false;
        }
        return BlockingCalls.shared().call(Stat.of(emptyFile).device(), "set attribute", emptyFile, () -> {
            setHere(emptyFile, true);
            return isSet(emptyFile);
        });
    }

    public static boolean isSet(Descriptor file) throws IOException {
        return (flags(file) & NO_COPY_ON_WRITE) != 0;
    }

    /// Makes two files able to share blocks. Runs on the calling thread.
    static void match(Descriptor source, Descriptor emptyCopy) throws IOException {
        boolean wanted = isSet(source);
        if (isSet(emptyCopy) != wanted) {
            setHere(emptyCopy, wanted);
        }
    }

    private static void setHere(Descriptor file, boolean wanted) throws IOException {
        int before = flags(file);
        int uncompressed = before & ~COMPRESSION;
        // The kernel refuses both at once, and the change from one to the other in one step.
        if (uncompressed == before || change(file, uncompressed)) {
            change(file, wanted ? uncompressed | NO_COPY_ON_WRITE : uncompressed & ~NO_COPY_ON_WRITE);
        }
    }

    /// False where the file system does not support it, such as btrfs on a zoned device.
    private static boolean change(Descriptor file, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(8, 8);
            value.set(JAVA_INT, 0, flags);
            long result = file.use(fd -> Libc.IOCTL.invoke(fd, SET_FLAGS, value.address()));
            if (Libc.failedWith(result, Errno.EOPNOTSUPP) || Libc.failedWith(result, Errno.EINVAL)) {
                return false;
            }
            Libc.check(result, "set attribute", file);
            return true;
        }
    }

    /// None where the file system knows no flags.
    private static int flags(Descriptor file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(8, 8);
            long result = file.use(fd -> Libc.IOCTL.invoke(fd, GET_FLAGS, value.address()));
            return result < 0 ? 0 : value.get(JAVA_INT, 0);
        }
    }
}
