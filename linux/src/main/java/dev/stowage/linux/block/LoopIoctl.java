package dev.stowage.linux.block;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.Stat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The requests and structures of linux/loop.h. They are the same on x86-64 and aarch64.
final class LoopIoctl {
    static final int CLR_FD = 0x4C01;
    static final int GET_STATUS64 = 0x4C05;
    static final int SET_CAPACITY = 0x4C07;
    static final int CONFIGURE = 0x4C0A;
    static final int CTL_GET_FREE = 0x4C82;

    static final int MAJOR = 7;

    private static final int READ_ONLY = 1;
    private static final int DIRECT_IO = 16;
    private static final int INFO_SIZE = 232;
    private static final int CONFIG_SIZE = 304;
    private static final int INFO_IN_CONFIG = 8;
    private static final int FLAGS = 52;

    private LoopIoctl() {}

    /// @param major of the file system that holds the backing file
    record Status(int major, int minor, long inode, boolean readOnly, boolean directIo) {
        boolean isOver(Stat file) {
            return major == file.deviceMajor() && minor == file.deviceMinor() && inode == file.inode();
        }
    }

    /// @param blockSize 0 leaves the choice to the kernel
    static MemorySegment configuration(Arena arena, int backingFd, int blockSize, boolean readOnly, boolean directIo) {
        MemorySegment config = arena.allocate(CONFIG_SIZE, 8);
        config.set(JAVA_INT, 0, backingFd);
        config.set(JAVA_INT, 4, blockSize);
        config.set(JAVA_INT, INFO_IN_CONFIG + FLAGS, (readOnly ? READ_ONLY : 0) | (directIo ? DIRECT_IO : 0));
        return config;
    }

    /// The result of the request, or the negated error number; `ENXIO` means that nothing is attached.
    static long status(Descriptor device, MemorySegment info) {
        return Libc.IOCTL.invoke(device.number(), GET_STATUS64, info.address());
    }

    static MemorySegment info(Arena arena) {
        return arena.allocate(INFO_SIZE, 8);
    }

    static Status read(MemorySegment info) {
        long device = info.get(JAVA_LONG, 0);
        int flags = info.get(JAVA_INT, FLAGS);
        // The kernel's 32-bit form of a device number: the low eight bits of the minor stay below the major.
        int major = (int) (device >>> 8) & 0xfff;
        int minor = (int) ((device & 0xff) | ((device >>> 12) & 0xfff00));
        return new Status(major, minor, info.get(JAVA_LONG, 8), (flags & READ_ONLY) != 0, (flags & DIRECT_IO) != 0);
    }
}
