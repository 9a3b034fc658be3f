package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The extended attributes that belong to a file wherever it is: those of users and of root, capabilities and access
/// control lists. Labels of a security module belong to the node, others to the file system.
final class ExtendedAttributes {

    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    /// The limits of the kernel for the names of one file, and for one value.
    private static final int LARGEST = 64 * 1024;

    /// Of one file, together. Some file systems have no limit, and all of them are in memory at once.
    private static final long MOST = 4L << 20;

    private ExtendedAttributes() {}

    static boolean isKept(String name) {
        return name.startsWith("user.")
                || name.startsWith("trusted.")
                || name.equals("security.capability")
                || name.equals("system.posix_acl_access")
                || name.equals("system.posix_acl_default");
    }

    /// @param file may be a handle only, and is no symbolic link
    /// @throws LinuxException `E2BIG` when there are too many
    static SortedMap<String, String> of(Descriptor file) throws LinuxException {
        SortedMap<String, String> found = new TreeMap<>();
        try (Arena arena = Arena.ofConfined()) {
            long path = CString.of(arena, file.path().toString());
            long length = Libc.LISTXATTR.invoke(path, 0, 0); // most files have none, and need no buffer
            if (length == 0 || Libc.failedWith(length, Errno.EOPNOTSUPP)) {
                return found;
            }
            MemorySegment names = arena.allocate(LARGEST);
            length = Libc.check(Libc.LISTXATTR.invoke(path, names.address(), LARGEST), "list attributes", file);
            MemorySegment value = arena.allocate(LARGEST);
            long all = 0;
            for (long at = 0; at < length; ) {
                String name = names.getString(at, BYTES);
                if (isKept(name)) {
                    long key = names.asSlice(at).address();
                    long size = Libc.GETXATTR.invoke(path, key, value.address(), LARGEST);
                    Libc.check(size, "read an attribute", file);
                    all += name.length() + size;
                    if (all > MOST) {
                        throw new LinuxException(
                                "read the attributes",
                                file.subject(),
                                Errno.E2BIG,
                                "They have more than %d bytes.".formatted(MOST));
                    }
                    byte[] bytes = value.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
                    found.put(name, new String(bytes, BYTES));
                }
                at += name.length() + ValueLayout.JAVA_BYTE.byteSize();
            }
        }
        return found;
    }

    /// The file has exactly these afterwards, of those that are kept.
    static void replace(Descriptor file, Map<String, String> wanted) throws LinuxException {
        SortedMap<String, String> now = of(file);
        if (now.equals(wanted)) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            long path = CString.of(arena, file.path().toString());
            for (String name : now.keySet()) {
                if (!wanted.containsKey(name)) {
                    long removed = Libc.REMOVEXATTR.invoke(path, CString.of(arena, name, BYTES));
                    if (!Libc.failedWith(removed, Errno.ENODATA)) {
                        Libc.check(removed, "remove an attribute", file);
                    }
                }
            }
            for (Map.Entry<String, String> one : wanted.entrySet()) {
                byte[] bytes = one.getValue().getBytes(BYTES);
                MemorySegment value = arena.allocate(Math.max(1, bytes.length));
                MemorySegment.copy(bytes, 0, value, ValueLayout.JAVA_BYTE, 0, bytes.length);
                long set = Libc.SETXATTR.invoke(
                        path, CString.of(arena, one.getKey(), BYTES), value.address(), bytes.length, 0);
                Libc.check(set, "set the attribute " + one.getKey(), file);
            }
        }
    }
}
