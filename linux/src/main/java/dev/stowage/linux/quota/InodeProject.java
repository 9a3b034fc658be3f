package dev.stowage.linux.quota;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The project that a file or a directory is counted for, as `chattr -p` and `lsattr -p` show it.
///
/// @param id 0 for files of no project
/// @param isInherited whether what is created in the directory belongs to the same project
public record InodeProject(long id, boolean isInherited) {
    private static final long GET = 0x801C581FL;
    private static final long SET = 0x401C5820L;
    private static final int SIZE = 28;
    private static final int ID_OFFSET = 12;
    private static final int INHERIT = 0x200;

    /// A kernel that has no projects for this file system reports 0.
    public static InodeProject of(Descriptor opened) throws IOException {
        return BlockingCalls.shared().call(Stat.of(opened).device(), "read project", opened, () -> here(opened));
    }

    /// On the calling thread, for callers that already run on a thread for blocking calls.
    static InodeProject here(Descriptor opened) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = read(opened, arena);
            return new InodeProject(
                    Integer.toUnsignedLong(attributes.get(JAVA_INT, ID_OFFSET)),
                    (attributes.get(JAVA_INT, 0) & INHERIT) != 0);
        }
    }

    /// Gives a directory to the project, and everything that is created in it from now on. What is in it already
    /// stays where it is.
    public static void assign(Descriptor directory, long id) throws IOException {
        BlockingCalls.shared().run(Stat.of(directory).device(), "set project", directory, () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attributes = read(directory, arena);
                attributes.set(JAVA_INT, 0, attributes.get(JAVA_INT, 0) | INHERIT);
                attributes.set(JAVA_INT, ID_OFFSET, (int) id);
                long result = directory.use(fd -> Libc.IOCTL.invoke(fd, SET, attributes.address()));
                Libc.check(result, "set project", directory);
            }
        });
    }

    private static MemorySegment read(Descriptor opened, Arena arena) throws IOException {
        MemorySegment attributes = arena.allocate(SIZE, 8);
        long result = opened.use(fd -> Libc.IOCTL.invoke(fd, GET, attributes.address()));
        Libc.check(result, "read project", opened);
        return attributes;
    }
}
