package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Opens paths below one directory, and only there.
///
/// The kernel itself rejects a `..` that leaves the directory, absolute paths, and symbolic links anywhere in the
/// path, even when another process swaps directories during the lookup. Needs Linux 5.6.
public final class BeneathResolver implements AutoCloseable {
    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS;

    private final Descriptor base;
    private final int rules;

    private BeneathResolver(Descriptor base, int rules) {
        this.base = base;
        this.rules = rules;
    }

    /// Mount points below the base may be crossed.
    public static BeneathResolver of(Path base) throws LinuxException {
        return new BeneathResolver(Descriptor.openDirectory(base), RULES);
    }

    /// A path that crosses a mount point, a bind mount included, is refused with `EXDEV`.
    public static BeneathResolver withinMount(Path base) throws LinuxException {
        return new BeneathResolver(Descriptor.openDirectory(base), RULES | OpenHow.NO_XDEV);
    }

    /// Symbolic links are followed as long as they stay below the base; absolute ones and those that leave the
    /// base are rejected with `EXDEV`. Mount points may be crossed.
    public static BeneathResolver followingLinks(Path base) throws LinuxException {
        return new BeneathResolver(Descriptor.openDirectory(base), OpenHow.BENEATH | OpenHow.NO_MAGICLINKS);
    }

    /// The base directory itself; closed together with this.
    public Descriptor base() {
        return base;
    }

    public Descriptor openForReading(String relative) throws LinuxException {
        return open(relative, OpenFlags.READ_ONLY | OpenFlags.NONBLOCK, 0);
    }

    public Descriptor openForWriting(String relative) throws LinuxException {
        return open(relative, OpenFlags.READ_WRITE | OpenFlags.NONBLOCK, 0);
    }

    public Descriptor openDirectory(String relative) throws LinuxException {
        return open(relative, OpenFlags.READ_ONLY | OpenFlags.DIRECTORY, 0);
    }

    /// Only a handle (`O_PATH`): usable for [Descriptor#path()], stat and bind mounts, not for reading. Never
    /// blocks on a device.
    public Descriptor openHandle(String relative) throws LinuxException {
        return open(relative, OpenFlags.PATH, 0);
    }

    /// Creates a new file; `EEXIST` when the name exists.
    public Descriptor create(String relative, int mode) throws LinuxException {
        return open(relative, OpenFlags.READ_WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE, mode);
    }

    /// Opens a directory as a handle. Missing directories are created with exactly this mode, and never through a
    /// link that another process creates meanwhile.
    public Descriptor ensureDirectory(String relative, int mode) throws LinuxException {
        Path path = Path.of(relative);
        for (int present = path.getNameCount(); present > 0; present--) {
            try {
                Descriptor found = open(path.subpath(0, present).toString(), OpenFlags.PATH | OpenFlags.DIRECTORY, 0);
                return makeBelow(found, path, present, mode);
            } catch (LinuxException e) {
                if (e.errno() != Errno.ENOENT) {
                    throw e;
                }
            }
        }
        return makeBelow(open(".", OpenFlags.PATH | OpenFlags.DIRECTORY, 0), path, 0, mode);
    }

    private static Descriptor makeBelow(Descriptor start, Path path, int present, int mode) throws LinuxException {
        Descriptor at = start;
        for (int i = present; i < path.getNameCount(); i++) {
            try (Descriptor parent = at) {
                at = make(parent, path.getName(i).toString(), mode);
            }
        }
        return at;
    }

    private static Descriptor make(Descriptor parent, String name, int mode) throws LinuxException {
        String subject = name + " in " + parent;
        try (Arena arena = Arena.ofConfined()) {
            long made = Libc.MKDIRAT.invoke(parent.number(), CString.of(arena, FileName.single(name)), mode);
            if (!Libc.failedWith(made, Errno.EEXIST)) {
                Libc.check(made, "mkdir", subject);
            }
            int flags = OpenFlags.PATH | OpenFlags.DIRECTORY | OpenFlags.NOFOLLOW;
            Descriptor opened = Descriptor.openAt(parent.number(), name, flags, 0, subject);
            if (made >= 0) {
                changeMode(opened, mode);
            }
            return opened;
        }
    }

    private static void changeMode(Descriptor opened, int mode) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            Libc.check(Libc.CHMOD.invoke(CString.of(arena, opened.path().toString()), mode), "chmod", opened);
        } catch (LinuxException e) {
            opened.close();
            throw e;
        }
    }

    private Descriptor open(String relative, int flags, int mode) throws LinuxException {
        String subject = relative + " beneath " + base;
        long fd = OpenHow.open(base.number(), relative, StandardCharsets.UTF_8, flags, mode, rules);
        return Descriptor.owning(Libc.check(fd, "open", subject), subject);
    }

    @Override
    public void close() {
        base.close();
    }
}
