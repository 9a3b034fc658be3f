package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.BlockingLanes;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// How full file systems are.
public final class FileSystems {
    private static final int SIZE = 120;

    private FileSystems() {}

    /// @param availableBytes what an ordinary user can still write; less than free where root has a reserve
    /// @param inodes 0 where the file system makes inodes as needed
    /// @param magic the type, as in statfs(2)
    public record Stats(
            long totalBytes, long freeBytes, long availableBytes, long inodes, long freeInodes, long magic) {
        public long usedBytes() {
            return totalBytes - freeBytes;
        }

        public long usedInodes() {
            return inodes - freeInodes;
        }
    }

    /// Asks the file system that holds this path. On a dead server this ends in [SyscallTimedOutException].
    public static Stats stats(Path path) throws IOException {
        return stats(path, BlockingCalls.shared());
    }

    /// As [#stats(Path)], with the deadline that the caller can wait.
    public static Stats stats(Path path, BlockingCalls calls) throws IOException {
        return calls.call(BlockingLanes.of(path), "statfs", path, () -> {
            try (Descriptor opened = Descriptor.open(path, OpenFlags.PATH)) {
                return statsHere(opened);
            }
        });
    }

    /// Like [#stats(Path)], for frequent callers: without reading the mount table, which grows with
    /// every mount.
    public static Stats stats(Descriptor opened) throws IOException {
        return BlockingCalls.shared().call(Stat.of(opened).device(), "statfs", opened, () -> statsHere(opened));
    }

    /// Asks the file system at this directory what it cannot answer from the kernel's memory alone: how full it
    /// is, and what the directory holds. Fails as the file system does when nothing is behind it any more.
    ///
    /// @param calls with the deadline that the caller can wait
    public static void probe(Path directory, BlockingCalls calls) throws IOException {
        calls.run(BlockingLanes.of(directory), "probe", directory, () -> {
            try (Descriptor opened = Descriptor.open(directory, OpenFlags.PATH)) {
                Stats ignored = statsHere(opened);
            }
            try (Descriptor opened = Descriptor.openDirectory(directory);
                    DirectoryEntries entries = new DirectoryEntries(opened)) {
                var ignored = entries.next();
            }
        });
    }

    /// The bytes that can still be written there.
    public static long free(Path path) throws IOException {
        return stats(path).availableBytes();
    }

    private static Stats statsHere(Descriptor opened) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment s = arena.allocate(SIZE, 8);
            Libc.check(Libc.FSTATFS.invoke(opened.number(), s.address()), "statfs", opened);
            // Blocks count in f_frsize where the file system sets it; f_bsize is only the preferred transfer size.
            long fragment = s.get(JAVA_LONG, 72);
            long unit = fragment == 0 ? s.get(JAVA_LONG, 8) : fragment;
            return new Stats(
                    s.get(JAVA_LONG, 16) * unit,
                    s.get(JAVA_LONG, 24) * unit,
                    s.get(JAVA_LONG, 32) * unit,
                    s.get(JAVA_LONG, 40),
                    s.get(JAVA_LONG, 48),
                    s.get(JAVA_LONG, 0));
        }
    }
}
