package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import dev.stowage.linux.file.DirectoryEntries.Entry;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Removes one tree beneath an open directory.
final class TreeRemoval {
    /// Names inside the tree are bytes that a user chose.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    /// Each level holds a descriptor. Deeper directories are first moved up, so that no depth exhausts descriptors
    /// or stack.
    private static final int MAX_DEPTH = 64;
    /// How often a directory may get new entries before we conclude that a process still writes to it.
    private static final int MAX_ROUNDS = 100;

    private final Path base;
    private final Descriptor baseDescriptor;
    private int movedUp;

    TreeRemoval(Path base, Descriptor baseDescriptor) {
        this.base = base;
        this.baseDescriptor = baseDescriptor;
    }

    void remove(String name) throws IOException {
        remove(name, MountTable.read());
    }

    /// The mount table allows failing before anything is removed. Mounts that it does not show are still not
    /// entered, because the kernel rejects crossing them.
    void remove(String name, MountTable table) throws IOException {
        Path canonical = Files.readSymbolicLink(baseDescriptor.path()).resolve(name);
        List<MountPoint> mounted =
                table.stackedAt(canonical).isEmpty() ? table.below(canonical) : table.stackedAt(canonical);
        if (!mounted.isEmpty()) {
            throw across(mounted.getFirst().target());
        }
        String raw = new String(name.getBytes(StandardCharsets.UTF_8), BYTES);
        removeEntry(baseDescriptor, new Entry(raw, false), base.resolve(name), 0, baseDescriptor);
    }

    /// Without the look at the mount table, which costs more than the removal of most names.
    ///
    /// @param raw one byte per character
    void removeRaw(String raw) throws LinuxException {
        removeEntry(baseDescriptor, new Entry(raw, false), base.resolve("removed"), 0, baseDescriptor);
    }

    /// Unlinks a file, or empties and removes a directory. Directories that are too deep are moved to `top`
    /// first.
    private void removeEntry(Descriptor parent, Entry entry, Path shown, int depth, Descriptor top)
            throws LinuxException {
        long unlinked = entry.directory() ? -Errno.EISDIR.number() : unlink(parent, entry.name(), 0);
        if (Libc.failedWith(unlinked, Errno.ENOENT)) {
            return;
        }
        if (!Libc.failedWith(unlinked, Errno.EISDIR)) {
            Libc.check(unlinked, "remove", shown);
            return;
        }
        if (depth > MAX_DEPTH) {
            moveUp(parent, entry.name(), top, shown);
            return;
        }
        for (int round = 0; round < MAX_ROUNDS; round++) {
            int movedBefore = movedUp;
            if (!empty(parent, entry.name(), shown, depth, top)) {
                return;
            }
            long removed = unlink(parent, entry.name(), Libc.AT_REMOVEDIR);
            if (!Libc.failedWith(removed, Errno.ENOTEMPTY)) {
                if (!Libc.failedWith(removed, Errno.ENOENT)) {
                    Libc.check(removed, "remove", shown);
                }
                return;
            }
            if (movedUp > movedBefore) {
                round = 0;
            }
        }
        throw new LinuxException(
                "remove", shown.toString(), Errno.ENOTEMPTY, "A process keeps writing there; stop it and try again.");
    }

    /// False when the directory no longer exists.
    private boolean empty(Descriptor parent, String name, Path shown, int depth, Descriptor top) throws LinuxException {
        long fd = OpenHow.open(parent.number(), name, BYTES, OpenFlags.DIRECTORY | OpenFlags.NOFOLLOW, 0, RULES);
        if (Libc.failedWith(fd, Errno.ENOENT)) {
            return false;
        }
        if (Libc.failedWith(fd, Errno.EXDEV)) {
            throw across(shown);
        }
        try (Descriptor directory = Descriptor.owning(Libc.check(fd, "remove", shown), shown.toString());
                DirectoryEntries entries = new DirectoryEntries(directory)) {
            Descriptor collecting = depth == 0 ? directory : top;
            for (List<Entry> some = entries.next(); !some.isEmpty(); some = entries.next()) {
                for (Entry entry : some) {
                    removeEntry(directory, entry, shown(shown, entry.name()), depth + 1, collecting);
                }
            }
        }
        return true;
    }

    /// The top of the tree is emptied repeatedly until nothing is left, so directories that are moved there are
    /// removed in a later round.
    private void moveUp(Descriptor parent, String name, Descriptor top, Path shown) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long from = CString.of(arena, name, BYTES);
            long result;
            do {
                long to = CString.of(arena, ".removing-" + movedUp++);
                result = Libc.RENAMEAT.invoke(parent.number(), from, top.number(), to);
            } while (Libc.failedWith(result, Errno.ENOTEMPTY)
                    || Libc.failedWith(result, Errno.EEXIST)
                    || Libc.failedWith(result, Errno.ENOTDIR));
            Libc.check(result, "remove", shown);
        }
    }

    private static long unlink(Descriptor parent, String name, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.UNLINKAT.invoke(parent.number(), CString.of(arena, name, BYTES), flags);
        }
    }

    private static Path shown(Path directory, String name) {
        return directory.resolve(name.replaceAll("[^\\x20-\\x7e]", "?"));
    }

    private LinuxException across(Path mountPoint) {
        return new LinuxException(
                "remove",
                mountPoint.toString(),
                Errno.EXDEV,
                "A file system is mounted there; mount points are not removed. Unmount it first.");
    }
}
