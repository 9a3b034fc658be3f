package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;

/// When a file was last read and written, in seconds and nanoseconds.
record FileTimes(long readSeconds, int readNanos, long writtenSeconds, int writtenNanos) {
    private static final int SIZE = 256;
    private static final int READ_AND_WRITTEN = 0x60;

    static FileTimes of(Descriptor file) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment s = arena.allocate(SIZE, 8);
            long result = Libc.STATX.invoke(
                    file.number(), CString.of(arena, ""), Libc.AT_EMPTY_PATH, READ_AND_WRITTEN, s.address());
            Libc.check(result, "statx", file);
            return new FileTimes(
                    s.get(JAVA_LONG_UNALIGNED, 64), s.get(JAVA_INT_UNALIGNED, 72),
                    s.get(JAVA_LONG_UNALIGNED, 112), s.get(JAVA_INT_UNALIGNED, 120));
        }
    }

    /// A link itself is changed, and not what it points to.
    void apply(Descriptor directory, String name, Charset charset) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment both = arena.allocate(32, 8);
            both.set(JAVA_LONG, 0, readSeconds);
            both.set(JAVA_LONG, 8, readNanos);
            both.set(JAVA_LONG, 16, writtenSeconds);
            both.set(JAVA_LONG, 24, writtenNanos);
            long result = Libc.UTIMENSAT.invoke(
                    directory.number(), CString.of(arena, name, charset), both.address(), Libc.AT_SYMLINK_NOFOLLOW);
            Libc.check(result, "utimensat", directory);
        }
    }
}
