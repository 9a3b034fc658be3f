package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Creates and removes entries of one open directory, and nothing elsewhere: each name is a single component, and no
/// link is followed. What is created belongs to nobody but root until it is settled ([TreeNode#settle]). Names are
/// bytes, one per character (ISO 8859-1).
public final class TreeEdits {

    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    private static final int PRIVATE = 0600;
    private static final int PRIVATE_DIRECTORY = 0700;

    private TreeEdits() {}

    public static void makeDirectory(Descriptor directory, String name) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            Libc.check(
                    Libc.MKDIRAT.invoke(directory.number(), raw(arena, name), PRIVATE_DIRECTORY), "mkdir", directory);
        }
    }

    /// An empty file, open for writing; `EEXIST` when the name exists.
    public static Descriptor createFile(Descriptor directory, String name) throws LinuxException {
        int flags = OpenFlags.READ_WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE | OpenFlags.NOFOLLOW;
        long fd = OpenHow.open(directory.number(), FileName.single(name), BYTES, flags, PRIVATE, RULES);
        return Descriptor.owning(Libc.check(fd, "create", directory), directory.subject());
    }

    public static void symbolicLink(Descriptor directory, String name, String target) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long made = Libc.SYMLINKAT.invoke(CString.of(arena, target, BYTES), directory.number(), raw(arena, name));
            Libc.check(made, "symlink", directory);
        }
    }

    /// A device, pipe or socket.
    ///
    /// @param mode with its type
    public static void makeNode(Descriptor directory, String name, int mode, long major, long minor)
            throws LinuxException {
        long device = (minor & 0xff) | ((major & 0xfff) << 8) | ((minor & ~0xffL) << 12) | ((major & ~0xfffL) << 32);
        try (Arena arena = Arena.ofConfined()) {
            long made = Libc.MKNODAT.invoke(directory.number(), raw(arena, name), (mode & ~0777) | PRIVATE, device);
            Libc.check(made, "mknod", directory);
        }
    }

    /// A further name of what is at `from/original`, which may itself be a symbolic link.
    public static void link(Descriptor from, String original, Descriptor directory, String name) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long made =
                    Libc.LINKAT.invoke(from.number(), raw(arena, original), directory.number(), raw(arena, name), 0);
            Libc.check(made, "link", directory);
        }
    }

    /// Removes a file or a whole directory; succeeds when there is nothing.
    public static void remove(Descriptor directory, String name) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long removed = Libc.UNLINKAT.invoke(directory.number(), raw(arena, name), 0);
            if (Libc.failedWith(removed, Errno.ENOENT)) {
                return;
            }
            if (!Libc.failedWith(removed, Errno.EISDIR)) {
                Libc.check(removed, "remove", directory);
                return;
            }
        }
        new TreeRemoval(directory.path(), directory).removeRaw(name);
    }

    /// Opens a directory in this one.
    public static Descriptor openDirectory(Descriptor directory, String name) throws LinuxException {
        int flags = OpenFlags.READ_ONLY | OpenFlags.DIRECTORY | OpenFlags.NOFOLLOW;
        long fd = OpenHow.open(
                directory.number(), name.equals(".") ? name : FileName.single(name), BYTES, flags, 0, RULES);
        return Descriptor.owning(Libc.check(fd, "open", directory), directory.subject());
    }

    private static long raw(Arena arena, String name) {
        return CString.of(arena, FileName.single(name), BYTES);
    }
}
