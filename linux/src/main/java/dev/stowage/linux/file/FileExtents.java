package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Where the blocks of a file are (FIEMAP).
public final class FileExtents {
    private static final long FS_IOC_FIEMAP = 0xC020660BL;
    private static final int SYNC_FIRST = 1;
    private static final int HEADER = 32;
    private static final int ENTRY = 56;
    private static final int BATCH = 128;

    private static final int LAST = 0x1;
    /// Unknown, delayed, encoded or inline. The offset of an encoded (compressed) extent is that of its
    /// beginning, regardless of which part of it the file uses.
    private static final int NOT_LOCATED = 0x2 | 0x4 | 0x8 | 0x200;
    private static final int UNWRITTEN = 0x800;
    private static final int SHARED = 0x2000;

    private FileExtents() {}

    /// All extents in file order; holes are the gaps between them. Pending writes are flushed first. `EOPNOTSUPP`
    /// if the file system does not support FIEMAP.
    public static List<FileExtent> of(Descriptor file) throws IOException {
        return BlockingCalls.shared().call(Stat.of(file).device(), "map", file, () -> file.use(fd -> read(file, fd)));
    }

    /// The next extents, beginning with the one that contains or follows the offset; none when there is no more.
    /// For files with too many extents to hold in memory at once.
    public static List<FileExtent> of(Descriptor file, long from) throws IOException {
        return BlockingCalls.shared()
                .call(
                        Stat.of(file).device(),
                        "map",
                        file,
                        () -> file.use(fd -> batch(file, fd, from).extents()));
    }

    private record Batch(List<FileExtent> extents, boolean last) {}

    private static List<FileExtent> read(Descriptor file, int fd) throws LinuxException {
        List<FileExtent> extents = new ArrayList<>();
        long start = 0;
        while (true) {
            Batch batch = batch(file, fd, start);
            extents.addAll(batch.extents());
            if (batch.last()) {
                return List.copyOf(extents);
            }
            start = extents.getLast().logical() + extents.getLast().length();
        }
    }

    private static Batch batch(Descriptor file, int fd, long start) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment map = arena.allocate(HEADER + (long) BATCH * ENTRY, 8);
            map.set(JAVA_LONG, 0, start);
            // To the end: the greatest length that starts here.
            map.set(JAVA_LONG, 8, -1L - start);
            map.set(JAVA_INT, 16, SYNC_FIRST);
            map.set(JAVA_INT, 24, BATCH);
            Libc.check(Libc.IOCTL.invoke(fd, FS_IOC_FIEMAP, map.address()), "map", file);
            int found = map.get(JAVA_INT, 20);
            List<FileExtent> extents = new ArrayList<>();
            for (int i = 0; i < found; i++) {
                extents.add(extent(map, HEADER + (long) i * ENTRY));
            }
            boolean last = found == 0 || (flags(map, HEADER + (found - 1L) * ENTRY) & LAST) != 0;
            return new Batch(extents, last);
        }
    }

    private static FileExtent extent(MemorySegment map, long at) {
        int flags = flags(map, at);
        return new FileExtent(
                map.get(JAVA_LONG, at),
                map.get(JAVA_LONG, at + 8),
                map.get(JAVA_LONG, at + 16),
                (flags & NOT_LOCATED) == 0,
                (flags & UNWRITTEN) != 0,
                (flags & SHARED) != 0);
    }

    private static int flags(MemorySegment map, long at) {
        return map.get(JAVA_INT, at + 40);
    }
}
