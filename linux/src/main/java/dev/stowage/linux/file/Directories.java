package dev.stowage.linux.file;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mountinfo.LaneName;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Creates, lists, syncs and removes directories that hold volumes. Removal never leaves the tree.
public final class Directories {
    private static final int DEFAULT_MODE = 0750;

    private Directories() {}

    /// Creates the directory, and missing parents, with mode 0750.
    public static void ensure(Path directory) throws IOException {
        ensure(directory, DEFAULT_MODE);
    }

    /// Creates the directory, and missing parents, with exactly this mode, independent of the umask. An existing
    /// directory keeps its mode; any other file at that path, including a symbolic link to a directory, is an
    /// error.
    public static void ensure(Path directory, int mode) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        long made = mkdir(directory, mode);
        if (Libc.failedWith(made, Errno.ENOENT) && parent != null) {
            ensureParents(parent, mode);
            made = mkdir(directory, mode);
        }
        if (made >= 0) {
            FilePermissions.chmod(directory, mode);
            return;
        }
        Optional<Stat> existing = Libc.failedWith(made, Errno.EEXIST) ? Stat.find(directory) : Optional.empty();
        if (existing.isPresent() && !existing.get().isDirectory()) {
            throw new LinuxException(
                    "mkdir",
                    directory.toString(),
                    existing.get().isSymbolicLink() ? Errno.ELOOP : Errno.ENOTDIR,
                    "It exists and is not a directory; move it away.");
        }
        if (existing.isEmpty()) {
            Libc.check(made, "mkdir", directory);
        }
    }

    /// The operator may use links above the last component, so an existing parent may be a link.
    private static void ensureParents(Path directory, int mode) throws IOException {
        if (!java.nio.file.Files.isDirectory(directory)) {
            ensure(directory, mode);
        }
    }

    private static long mkdir(Path directory, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.MKDIRAT.invoke(Libc.AT_FDCWD, CString.of(arena, directory.toString()), mode);
        }
    }

    /// Removes `base/name` and everything beneath it; succeeds when it does not exist.
    ///
    /// The name is a single component. The walk uses descriptors and follows no symbolic link and crosses no
    /// mount point: when something is mounted in the tree, the call fails with `EXDEV` and removes nothing. A
    /// file system that is mounted into the tree during the walk is not entered either.
    public static void removeTree(Path base, String name) throws IOException {
        BlockingCalls.shared().run(LaneName.of(base), "remove", base.resolve(FileName.single(name)), () -> {
            try (Descriptor opened = Descriptor.openDirectory(base)) {
                new TreeRemoval(base, opened).remove(name);
            }
        });
    }

    /// Removes an empty directory, and nothing that is not one; succeeds when it does not exist. `ENOTEMPTY` when it is
    /// not empty: the file system, or the server behind it, decides that in one step.
    public static void removeEmpty(Path directory) throws IOException {
        BlockingCalls.shared().run(LaneName.ofParent(directory), "rmdir", directory, () -> {
            try (Arena arena = Arena.ofConfined()) {
                long removed =
                        Libc.UNLINKAT.invoke(Libc.AT_FDCWD, CString.of(arena, directory.toString()), Libc.AT_REMOVEDIR);
                if (!Libc.failedWith(removed, Errno.ENOENT)) {
                    Libc.check(removed, "rmdir", directory);
                }
            }
        });
    }

    /// Syncs a directory, so that a create, rename or remove in it is durable.
    public static void sync(Path directory) throws IOException {
        BlockingCalls.shared().run(LaneName.of(directory), "fsync", directory, () -> {
            try (Descriptor opened = Descriptor.openDirectory(directory)) {
                opened.syncHere();
            }
        });
    }

    /// The names in a directory, sorted. A byte that is not UTF-8 shows as the replacement character.
    public static List<String> list(Path directory) throws IOException {
        return BlockingCalls.shared().call(LaneName.of(directory), "list", directory, () -> {
            try (Descriptor opened = Descriptor.openDirectory(directory);
                    DirectoryEntries entries = new DirectoryEntries(opened)) {
                List<String> names = new ArrayList<>();
                for (var some = entries.next(); !some.isEmpty(); some = entries.next()) {
                    some.forEach(entry -> names.add(
                            new String(entry.name().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)));
                }
                return names.stream().sorted().toList();
            }
        });
    }
}
