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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// Resolves paths as if a directory were `/`: links and `..` never leave it. Creates mount points.
public final class InRootResolver {
    private static final int REGULAR = 0100000;

    private final Descriptor root;

    /// @param root still belongs to the caller, who closes it
    public InRootResolver(Descriptor root) {
        this.root = root;
    }

    /// Empty when the path does not exist.
    public Optional<Descriptor> find(Path path) throws LinuxException {
        return found(open(relative(path), OpenFlags.PATH), path);
    }

    /// The directory; created with its parents if missing.
    public Descriptor directory(Path path, int mode) throws LinuxException {
        Optional<Descriptor> existing = found(open(relative(path), OpenFlags.PATH | OpenFlags.DIRECTORY), path);
        if (existing.isPresent()) {
            return existing.get();
        }
        try (Descriptor parent = directory(parent(path), mode);
                Arena arena = Arena.ofConfined()) {
            long made = Libc.MKDIRAT.invoke(parent.number(), CString.of(arena, name(path)), mode);
            if (!Libc.failedWith(made, Errno.EEXIST)) {
                Libc.check(made, "mkdir", path);
            }
        }
        long opened = open(relative(path), OpenFlags.PATH | OpenFlags.DIRECTORY);
        return Descriptor.owning(Libc.check(opened, "open", path), path.toString());
    }

    /// The file; created empty, with its parent directories, if missing.
    public Descriptor file(Path path, int mode) throws LinuxException {
        Optional<Descriptor> existing = find(path);
        if (existing.isPresent()) {
            return existing.get();
        }
        node(path, REGULAR | mode, 0, 0);
        long opened = open(relative(path), OpenFlags.PATH);
        return Descriptor.owning(Libc.check(opened, "open", path), path.toString());
    }

    /// Creates a copy of a device node of the host, with its owner and mode.
    public void device(Path path, Stat like) throws LinuxException {
        node(path, like.mode(), like.nodeMajor(), like.nodeMinor());
        try (Descriptor parent = directory(parent(path), 0755);
                Arena arena = Arena.ofConfined()) {
            Path made = parent.path().resolve(name(path));
            long result = Libc.FCHOWNAT.invoke(
                    Libc.AT_FDCWD,
                    CString.of(arena, made.toString()),
                    like.uid(),
                    like.gid(),
                    Libc.AT_SYMLINK_NOFOLLOW);
            Libc.check(result, "chown", path);
            FilePermissions.chmod(made, like.permissions());
        }
    }

    private void node(Path path, int mode, long major, long minor) throws LinuxException {
        try (Descriptor parent = directory(parent(path), 0755);
                Arena arena = Arena.ofConfined()) {
            long number = ((major & 0xfffL) << 8)
                    | (minor & 0xffL)
                    | ((minor & 0xfff00L) << 12)
                    | ((major & 0xfffff000L) << 32);
            String made = parent.path().resolve(name(path)).toString();
            Libc.check(Libc.MKNOD.invoke(CString.of(arena, made), mode, number), "mknod", path);
        }
    }

    private long open(String relative, int flags) {
        return OpenHow.open(root.number(), relative, StandardCharsets.UTF_8, flags, 0, OpenHow.IN_ROOT);
    }

    private static Optional<Descriptor> found(long fd, Path path) throws LinuxException {
        return Libc.failedWith(fd, Errno.ENOENT)
                ? Optional.empty()
                : Optional.of(Descriptor.owning(Libc.check(fd, "open", path), path.toString()));
    }

    private static String relative(Path path) {
        String text = path.normalize().toString();
        String relative = text.startsWith("/") ? text.substring(1) : text;
        return relative.isEmpty() ? "." : relative;
    }

    private static Path parent(Path path) {
        Path parent = path.normalize().getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private static String name(Path path) {
        Path name = path.normalize().getFileName();
        if (name == null) {
            throw new IllegalArgumentException(path + " has no file name.");
        }
        return name.toString();
    }
}
