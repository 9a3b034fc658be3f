package dev.stowage.linux;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Opens paths below one directory, and only there.
///
/// The kernel itself refuses `..` that leads out, absolute paths and symbolic links anywhere on the way, also when
/// somebody swaps directories during the walk. Needs Linux 5.6.
public final class Beneath implements AutoCloseable {
    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS;

    private final Descriptor base;
    private final int rules;

    private Beneath(Descriptor base, int rules) {
        this.base = base;
        this.rules = rules;
    }

    /// Mount points below the base may be crossed.
    public static Beneath of(Path base) throws LinuxException {
        return new Beneath(Descriptor.openDirectory(base), RULES);
    }

    /// A path that crosses a mount point, a bind mount included, is refused with `EXDEV`.
    public static Beneath withinMount(Path base) throws LinuxException {
        return new Beneath(Descriptor.openDirectory(base), RULES | OpenHow.NO_XDEV);
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

    /// Only a handle: good for [Descriptor#path()], stat and bind mounts, not for reading. Never blocks on a
    /// device.
    public Descriptor openHandle(String relative) throws LinuxException {
        return open(relative, OpenFlags.PATH, 0);
    }

    /// Makes a new file; `EEXIST` when something is there.
    public Descriptor create(String relative, int mode) throws LinuxException {
        return open(relative, OpenFlags.READ_WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE, mode);
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
