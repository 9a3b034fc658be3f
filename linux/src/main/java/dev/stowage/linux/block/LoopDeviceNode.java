package dev.stowage.linux.block;

import dev.stowage.linux.CString;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Optional;

/// The device nodes of loop devices. In a container, `/dev` lacks nodes that the kernel created after the
/// container started.
final class LoopDeviceNode {
    private static final int BLOCK_DEVICE = 0060000;
    private static final int OWNER_READ_WRITE = 0600;

    private LoopDeviceNode() {}

    static Path ensure(Path node, int number) throws LinuxException {
        Optional<Stat> existing = Stat.find(node);
        if (existing.isEmpty()) {
            make(node, number);
        }
        Stat stat = Stat.of(node);
        if (!stat.isBlockDevice() || stat.nodeMajor() != LoopIoctl.MAJOR || stat.nodeMinor() != number) {
            throw new LinuxException(
                    "open",
                    node.toString(),
                    Errno.ENOTBLK,
                    "It is not the node of loop device " + number + "; remove it, and it will be created again.");
        }
        return node;
    }

    private static void make(Path node, int number) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            // makedev(3), for a major below 4096.
            long device = (number & 0xffL) | ((long) LoopIoctl.MAJOR << 8) | ((number & ~0xffL) << 12);
            long result =
                    Libc.MKNOD.invoke(CString.of(arena, node.toString()), BLOCK_DEVICE | OWNER_READ_WRITE, device);
            if (!Libc.failedWith(result, Errno.EEXIST)) {
                Libc.check(result, "mknod", node);
            }
        }
    }
}
