package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mountinfo.LaneName;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Capacity and usage of file systems.
public final class FileSystems {
    private static final int SIZE = 120;

    private FileSystems() {}

    /// @param availableBytes what an ordinary user can still write; less than free if blocks are reserved for
    ///     root
    /// @param inodes 0 if the file system allocates inodes dynamically
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

    /// Queries the file system that holds this path. If its server does not respond, this throws
    /// [SyscallTimedOutException].
    public static Stats stats(Path path) throws IOException {
        return stats(path, BlockingCalls.shared());
    }

    /// As [#stats(Path)], with the caller's deadline.
    public static Stats stats(Path path, BlockingCalls calls) throws IOException {
        return calls.call(LaneName.of(path), "statfs", path, () -> {
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

    /// Makes requests to the file system at this directory that the kernel cannot answer from its caches: its
    /// usage, and the entries of the directory. Fails with the error of the file system when its server or device
    /// is gone.
    ///
    /// @param calls has the caller's deadline
    public static void probe(Path directory, BlockingCalls calls) throws IOException {
        calls.run(LaneName.of(directory), "probe", directory, () -> {
            try (Descriptor opened = Descriptor.open(directory, OpenFlags.PATH)) {
                Stats ignored = statsHere(opened);
            }
            try (Descriptor opened = Descriptor.openDirectory(directory);
                    DirectoryEntries entries = new DirectoryEntries(opened)) {
                var ignored = entries.next();
            }
        });
    }

    /// Everything that was written to the file system of an open file is durable when this returns.
    public static void sync(Descriptor anywhere) throws IOException {
        BlockingCalls.shared().run(Stat.of(anywhere).device(), "syncfs", anywhere, () -> {
            long result = anywhere.use(fd -> Libc.SYNCFS.invoke(fd));
            Libc.check(result, "syncfs", anywhere);
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
