package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads an open directory in batches. Names are bytes, stored one per character (ISO 8859-1).
public final class DirectoryEntries implements AutoCloseable {
    private static final int BUFFER = 32 * 1024;
    private static final int NAME_OFFSET = 19;
    private static final int DIRECTORY_TYPE = 4;

    private final Descriptor directory;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment buffer = arena.allocate(BUFFER, 8);

    public DirectoryEntries(Descriptor directory) {
        this.directory = directory;
    }

    public record Entry(String name, boolean directory) {}

    /// The next entries without `.` and `..`; empty at the end.
    public List<Entry> next() throws LinuxException {
        List<Entry> entries = new ArrayList<>();
        while (entries.isEmpty()) {
            long length = Libc.GETDENTS64.invoke(directory.number(), buffer.address(), BUFFER);
            Libc.check(length, "list", directory);
            if (length == 0) {
                break;
            }
            for (long at = 0; at < length; at += buffer.get(JAVA_SHORT_UNALIGNED, at + 16) & 0xffff) {
                String name = buffer.getString(at + NAME_OFFSET, StandardCharsets.ISO_8859_1);
                if (!name.equals(".") && !name.equals("..")) {
                    entries.add(new Entry(name, buffer.get(JAVA_BYTE, at + 18) == DIRECTORY_TYPE));
                }
            }
        }
        return entries;
    }

    /// The next entries are the first ones.
    public void rewind() throws LinuxException {
        Libc.check(Libc.LSEEK.invoke(directory.number(), 0, 0), "list", directory);
    }

    @Override
    public void close() {
        arena.close();
    }
}
