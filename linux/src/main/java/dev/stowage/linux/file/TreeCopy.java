package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.DirectoryEntries.Entry;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Copies a tree within one file system, on the calling thread: files share their blocks with the copy where the file
/// system supports it. Directories, symbolic and hard links, special files, owners, permissions, times and user
/// attributes are kept.
///
/// It walks over open descriptors, so nothing outside of the source is read and nothing outside of the target is
/// written, even while a process renames directories in the source. Entries that disappear meanwhile are left out. It
/// enters no mount point, and refuses directories that are nested too deeply.
public final class TreeCopy {
    /// Names inside the tree are bytes that a user chose.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    /// Each level holds two descriptors.
    private static final int MAX_DEPTH = 200;

    private static final int LONGEST_LINK = 4096;
    private static final int HANDLE = OpenFlags.PATH | OpenFlags.NOFOLLOW;
    private static final int READ_DIRECTORY = OpenFlags.READ_ONLY | OpenFlags.DIRECTORY;

    private final Descriptor links;
    private final Check check;
    private final FileContent content;

    /// Learns of the progress of a copy, and can end it.
    @FunctionalInterface
    public interface Check {
        /// Called before every entry and every portion of a file; ends the copy by throwing.
        void stillWanted() throws IOException;

        /// A file of this size shares its blocks with the copy.
        default void shared(long bytes) {}

        /// So many bytes of a file were written into the copy.
        default void copied(long bytes) {}
    }

    /// @param links an empty directory on the same file system, which has a name for each file with several links
    ///     afterwards; its owner removes it
    public TreeCopy(Descriptor links, Check check) {
        this.links = links;
        this.check = check;
        this.content = new FileContent(check);
    }

    /// Makes `to/name`, which must not exist, a copy of the directory.
    ///
    /// @param source may be a handle only
    public void copy(Descriptor source, Descriptor to, String name) throws IOException {
        String raw = new String(FileName.single(name).getBytes(StandardCharsets.UTF_8), BYTES);
        try (Descriptor readable = openAt(source, ".", READ_DIRECTORY)) {
            directory(readable, to, raw, 0);
        }
    }

    private void directory(Descriptor source, Descriptor parent, String name, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw failure(Errno.ENAMETOOLONG, "Directories are nested more than " + MAX_DEPTH + " levels deep.");
        }
        try (Arena arena = Arena.ofConfined()) {
            Libc.check(Libc.MKDIRAT.invoke(parent.number(), CString.of(arena, name, BYTES), 0700), "mkdir", parent);
        }
        try (Descriptor copy = openAt(parent, name, READ_DIRECTORY | OpenFlags.NOFOLLOW);
                DirectoryEntries entries = new DirectoryEntries(source)) {
            for (List<Entry> some = entries.next(); !some.isEmpty(); some = entries.next()) {
                for (Entry entry : some) {
                    check.stillWanted();
                    entry(source, entry.name(), copy, depth);
                }
            }
            FileMetadata.copy(source, Stat.of(source), copy);
        }
        FileTimes.of(source).apply(parent, name, BYTES);
    }

    private void entry(Descriptor from, String name, Descriptor to, int depth) throws IOException {
        long fd = OpenHow.open(from.number(), name, BYTES, HANDLE, 0, RULES);
        if (isGone(fd)) {
            return;
        }
        if (Libc.failedWith(fd, Errno.EXDEV)) {
            throw failure(Errno.EXDEV, "A file system is mounted inside of it; unmount it first.");
        }
        try (Descriptor source = Descriptor.owning(Libc.check(fd, "open", from), from.subject())) {
            Stat now = Stat.of(source);
            if (now.isDirectory()) {
                try (Descriptor inner = openAt(source, ".", READ_DIRECTORY)) {
                    directory(inner, to, name, depth + 1);
                }
                return;
            }
            try {
                leaf(source, now, to, name);
            } catch (LinuxException e) {
                if (!isGone(-e.number()) || isThere(from, name, now)) {
                    throw e;
                }
                remove(to, name); // it was deleted meanwhile, and the copy may lack something
            }
        }
    }

    private void leaf(Descriptor source, Stat now, Descriptor to, String name) throws IOException {
        FileTimes times = FileTimes.of(source);
        // An inode that another file has now does not have the same time.
        String key = now.inode() + "-" + times.writtenSeconds() + "-" + times.writtenNanos();
        if (now.links() > 1 && link(links, key, to, name)) {
            return;
        }
        file(source, now, to, name);
        times.apply(to, name, BYTES);
        if (now.links() > 1) {
            boolean ignored = link(to, name, links, key); // without it, the next one is a copy of its own
        }
    }

    private static boolean isThere(Descriptor from, String name, Stat expected) throws LinuxException {
        long fd = OpenHow.open(from.number(), name, BYTES, HANDLE, 0, RULES);
        if (isGone(fd)) {
            return false;
        }
        try (Descriptor now = Descriptor.owning(Libc.check(fd, "open", from), from.subject())) {
            return Stat.of(now).isSameFileAs(expected);
        }
    }

    private static void remove(Descriptor from, String name) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long removed = Libc.UNLINKAT.invoke(from.number(), CString.of(arena, name, BYTES), 0);
            if (!Libc.failedWith(removed, Errno.ENOENT)) {
                Libc.check(removed, "remove", from);
            }
        }
    }

    private static boolean isGone(long result) {
        return Libc.failedWith(result, Errno.ENOENT) || Libc.failedWith(result, Errno.ESTALE);
    }

    /// False when there is no such name, or it cannot have more links.
    private static boolean link(Descriptor from, String name, Descriptor to, String copy) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long made = Libc.LINKAT.invoke(
                    from.number(), CString.of(arena, name, BYTES), to.number(), CString.of(arena, copy, BYTES), 0);
            if (Libc.failedWith(made, Errno.ENOENT)
                    || Libc.failedWith(made, Errno.EMLINK)
                    || Libc.failedWith(made, Errno.EEXIST)) {
                return false;
            }
            Libc.check(made, "link", to);
            return true;
        }
    }

    private void file(Descriptor source, Stat now, Descriptor to, String name) throws IOException {
        if (now.isRegularFile()) {
            int flags = OpenFlags.READ_WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE | OpenFlags.NOFOLLOW;
            // Through the handle: exactly this file is read, whatever its name leads to now.
            try (Descriptor readable = Descriptor.open(source.path(), OpenFlags.READ_ONLY | OpenFlags.NONBLOCK);
                    Descriptor copy = Descriptor.owning(
                            Libc.check(OpenHow.open(to.number(), name, BYTES, flags, 0600, RULES), "create", to),
                            to.subject())) {
                content.copy(readable, now.size(), copy);
                FileMetadata.copy(source, now, copy);
            }
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            long copyName = CString.of(arena, name, BYTES);
            long made = now.isSymbolicLink()
                    ? Libc.SYMLINKAT.invoke(target(arena, source), to.number(), copyName)
                    : Libc.MKNODAT.invoke(to.number(), copyName, now.mode(), device(now));
            Libc.check(made, now.isSymbolicLink() ? "symlink" : "mknod", to);
        }
        try (Descriptor copy = openAt(to, name, HANDLE)) {
            FileMetadata.copy(source, now, copy);
        }
    }

    /// Where a link points to. It is copied as text, and never followed.
    private static long target(Arena arena, Descriptor link) throws LinuxException {
        MemorySegment text = arena.allocate(LONGEST_LINK + 1L);
        long empty = CString.of(arena, "");
        Libc.check(Libc.READLINKAT.invoke(link.number(), empty, text.address(), LONGEST_LINK), "readlink", link);
        return text.address();
    }

    private static long device(Stat now) {
        long major = now.nodeMajor();
        long minor = now.nodeMinor();
        return (minor & 0xff) | ((major & 0xfff) << 8) | ((minor & ~0xffL) << 12) | ((major & ~0xfffL) << 32);
    }

    private static Descriptor openAt(Descriptor directory, String name, int flags) throws LinuxException {
        long fd = OpenHow.open(directory.number(), name, BYTES, flags, 0, RULES);
        return Descriptor.owning(Libc.check(fd, "open", directory), directory.subject());
    }

    private LinuxException failure(Errno errno, String what) {
        return new LinuxException("copy", links.subject(), errno, what);
    }
}
