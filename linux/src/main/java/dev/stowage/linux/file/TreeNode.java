package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import dev.stowage.linux.Stat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// A file, directory or link in a tree that users filled, as a handle: opened beneath its directory, through no link
/// and no mount point. Names and targets of links are bytes, one per character (ISO 8859-1).
public final class TreeNode implements AutoCloseable {

    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    private static final int HANDLE = OpenFlags.PATH | OpenFlags.NOFOLLOW;
    private static final int LONGEST_LINK = 4096;
    private static final long AS_IT_IS = 0x3ffffffe;

    private final Descriptor handle;
    private final Stat stat;

    private TreeNode(Descriptor handle) throws LinuxException {
        this.handle = handle;
        this.stat = Stat.of(handle);
    }

    /// @throws LinuxException `EXDEV` when a file system is mounted there
    public static Optional<TreeNode> find(Descriptor directory, String name) throws LinuxException {
        long fd = OpenHow.open(directory.number(), FileName.single(name), BYTES, HANDLE, 0, RULES);
        if (Libc.failedWith(fd, Errno.ENOENT)) {
            return Optional.empty();
        }
        return Optional.of(of(Descriptor.owning(Libc.check(fd, "open", directory), directory.subject())));
    }

    public static TreeNode require(Descriptor directory, String name) throws LinuxException {
        return find(directory, name)
                .orElseThrow(() ->
                        new LinuxException("open", directory.subject(), Errno.ENOENT, "A file in it has disappeared."));
    }

    /// The directory itself.
    public static TreeNode self(Descriptor directory) throws LinuxException {
        long fd = OpenHow.open(directory.number(), ".", BYTES, OpenFlags.PATH | OpenFlags.DIRECTORY, 0, RULES);
        return of(Descriptor.owning(Libc.check(fd, "open", directory), directory.subject()));
    }

    private static TreeNode of(Descriptor handle) throws LinuxException {
        try {
            return new TreeNode(handle);
        } catch (LinuxException | RuntimeException e) {
            handle.close();
            throw e;
        }
    }

    public Stat stat() {
        return stat;
    }

    /// Of a regular file or directory; whatever its name leads to now.
    public Descriptor openForReading() throws LinuxException {
        return open(OpenFlags.READ_ONLY | (stat.isDirectory() ? OpenFlags.DIRECTORY : OpenFlags.NONBLOCK));
    }

    /// Of a regular file.
    public Descriptor openForWriting() throws LinuxException {
        return open(OpenFlags.READ_WRITE | OpenFlags.NONBLOCK);
    }

    private Descriptor open(int flags) throws LinuxException {
        if (!stat.isRegularFile() && !stat.isDirectory()) {
            throw new LinuxException("open", handle.subject(), Errno.EINVAL, "It is not a file.");
        }
        return Descriptor.open(handle.path(), flags);
    }

    /// Where a symbolic link points to.
    public String target() throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(LONGEST_LINK);
            long length = Libc.READLINKAT.invoke(handle.number(), CString.of(arena, ""), text.address(), LONGEST_LINK);
            Libc.check(length, "readlink", handle);
            return new String(text.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), BYTES);
        }
    }

    public NodeAttributes attributes() throws LinuxException {
        FileTimes times = FileTimes.of(handle);
        return new NodeAttributes(
                stat.uid(),
                stat.gid(),
                stat.isSymbolicLink() ? 0 : stat.permissions(),
                times.writtenSeconds(),
                times.writtenNanos(),
                stat.isSymbolicLink() ? Map.of() : ExtendedAttributes.of(handle));
    }

    /// Gives it exactly these. The order matters: a new owner costs bits and capabilities, a list changes bits.
    public void settle(NodeAttributes wanted) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long empty = CString.of(arena, "");
            long owned = Libc.FCHOWNAT.invoke(handle.number(), empty, wanted.uid(), wanted.gid(), Libc.AT_EMPTY_PATH);
            Libc.check(owned, "chown", handle);
            if (!stat.isSymbolicLink()) {
                FilePermissions.chmod(handle, wanted.permissions());
                ExtendedAttributes.replace(handle, wanted.extended());
            }
            MemorySegment times = arena.allocate(32, 8);
            times.set(ValueLayout.JAVA_LONG, 8, AS_IT_IS);
            times.set(ValueLayout.JAVA_LONG, 16, wanted.seconds());
            times.set(ValueLayout.JAVA_LONG, 24, wanted.nanos());
            // Leads to exactly this node: the link of a handle is the last one that is followed.
            long path = CString.of(arena, handle.path().toString());
            Libc.check(Libc.UTIMENSAT.invoke(Libc.AT_FDCWD, path, times.address(), 0), "utimensat", handle);
        }
    }

    @Override
    public void close() {
        handle.close();
    }
}
