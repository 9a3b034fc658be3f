package dev.stowage.linux.block;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// Block devices of any kind.
public final class BlockDevice {
    private static final long BLKGETSIZE64 = 0x80081272L;
    private static final long BLKROSET = 0x125DL;
    private static final long BLKDISCARD = 0x1277L;
    private static final long BLKZEROOUT = 0x127FL;
    private static final int BLOCK = 4096;

    private BlockDevice() {}

    /// The size in bytes. Links such as those in `/dev/disk/by-id` are followed.
    public static long size(Path device) throws IOException {
        return BlockingCalls.shared().call("size of " + device, "size", device, () -> {
            try (Descriptor opened = Descriptor.open(device, OpenFlags.READ_ONLY | OpenFlags.NONBLOCK)) {
                return size(opened);
            }
        });
    }

    public static long size(Descriptor device) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
            Libc.check(Libc.IOCTL.invoke(device.number(), BLKGETSIZE64, size.address()), "size", device);
            return size.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    /// Reads the first block past the page cache, which would answer for a disk that fails.
    public static void checkReadable(Path device) throws IOException {
        BlockingCalls.shared().run("health of " + device, "read", device, () -> {
            try (Descriptor opened =
                            Descriptor.open(device, OpenFlags.READ_ONLY | OpenFlags.NONBLOCK | OpenFlags.DIRECT);
                    Arena arena = Arena.ofConfined()) {
                MemorySegment block = arena.allocate(BLOCK, BLOCK);
                long read = Libc.check(Libc.READ.invoke(opened.number(), block.address(), BLOCK), "read", device);
                if (read < BLOCK) {
                    throw new IOException(device + " is shorter than a block");
                }
            }
        });
    }

    /// Sets or clears the kernel's own write protection of the device.
    public static void setReadOnly(Descriptor device, boolean readOnly) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment flag = arena.allocateFrom(ValueLayout.JAVA_INT, readOnly ? 1 : 0);
            Libc.check(Libc.IOCTL.invoke(device.number(), BLKROSET, flag.address()), "set read-only", device);
        }
    }

    /// Writes zeroes. Unlike a discard, the range reads as zeroes afterwards on every device.
    public static void zeroOut(Descriptor device, long offset, long length) throws IOException {
        range("zero", BLKZEROOUT, device, offset, length);
    }

    /// Tells the device that the content of the range is not needed. What it reads as afterwards depends on the
    /// device.
    public static void discard(Descriptor device, long offset, long length) throws IOException {
        range("discard", BLKDISCARD, device, offset, length);
    }

    private static void range(String call, long request, Descriptor device, long offset, long length)
            throws IOException {
        String subject = device.toString();
        BlockingCalls.shared()
                .run(
                        call + " of " + subject,
                        call,
                        subject,
                        () -> device.use(fd -> {
                            try (Arena arena = Arena.ofConfined()) {
                                MemorySegment range = arena.allocateFrom(ValueLayout.JAVA_LONG, offset, length);
                                return Libc.check(Libc.IOCTL.invoke(fd, request, range.address()), call, subject);
                            }
                        }));
    }
}
