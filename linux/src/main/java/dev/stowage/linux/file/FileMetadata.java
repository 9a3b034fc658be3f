package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// Gives a copy the owner, the permissions and the user attributes of its source. Access control lists and attributes
/// of the kernel are not copied.
final class FileMetadata {
    private static final String USER = "user.";
    /// The limits of the kernel for the names of one file, and for one value.
    private static final int LARGEST = 64 * 1024;

    private FileMetadata() {}

    /// @param source may be a handle only
    /// @param now what the source is
    /// @param copy may be a handle only
    static void copy(Descriptor source, Stat now, Descriptor copy) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long empty = CString.of(arena, "");
            long owned = Libc.FCHOWNAT.invoke(copy.number(), empty, now.uid(), now.gid(), Libc.AT_EMPTY_PATH);
            Libc.check(owned, "chown", copy);
            if (now.isSymbolicLink()) {
                return; // it has neither permissions nor user attributes
            }
            long path = CString.of(arena, copy.path().toString());
            Libc.check(Libc.CHMOD.invoke(path, now.permissions()), "chmod", copy); // after chown, which clears bits
            if (now.isRegularFile() || now.isDirectory()) {
                attributes(arena, source, copy, path);
            }
        }
    }

    private static void attributes(Arena arena, Descriptor source, Descriptor copy, long path) throws LinuxException {
        long from = CString.of(arena, source.path().toString());
        long length = Libc.LISTXATTR.invoke(from, 0, 0); // most files have none, and need no buffer
        if (length == 0 || Libc.failedWith(length, Errno.EOPNOTSUPP)) {
            return;
        }
        MemorySegment names = arena.allocate(LARGEST);
        length = Libc.check(Libc.LISTXATTR.invoke(from, names.address(), LARGEST), "list attributes", source);
        MemorySegment value = arena.allocate(LARGEST);
        for (long at = 0; at < length; ) {
            String name = names.getString(at, StandardCharsets.ISO_8859_1);
            if (name.startsWith(USER)) {
                long key = names.asSlice(at).address();
                long size = Libc.GETXATTR.invoke(from, key, value.address(), LARGEST);
                if (!Libc.failedWith(size, Errno.ENODATA)) { // removed meanwhile
                    Libc.check(size, "read an attribute", source);
                    Libc.check(Libc.SETXATTR.invoke(path, key, value.address(), size, 0), "set an attribute", copy);
                }
            }
            at += name.length() + ValueLayout.JAVA_BYTE.byteSize();
        }
    }
}
