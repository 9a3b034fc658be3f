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

    /// Sets or clears the kernel's own write protection of the device.
    public static void setReadOnly(Descriptor device, boolean readOnly) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment flag = arena.allocateFrom(ValueLayout.JAVA_INT, readOnly ? 1 : 0);
            Libc.check(Libc.IOCTL.invoke(device.number(), BLKROSET, flag.address()), "set read-only", device);
        }
    }
}
