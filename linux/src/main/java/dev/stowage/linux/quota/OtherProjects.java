package dev.stowage.linux.quota;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.OpenHow;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.DirectoryEntries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Searches the upper part of a tree for files that belong to another project than the tree.
///
/// The owner of a file may change its project, and what a tree contains comes from outside: no link is followed, no
/// mount point crossed, and only files and directories are opened.
public final class OtherProjects {
    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    /// Longer paths are not searched: the kernel refuses them.
    private static final int LONGEST = 4000;

    private OtherProjects() {}

    /// Whether one of the first entries, level by level, belongs to another project.
    ///
    /// @param most how many entries are read
    public static boolean exist(Descriptor tree, long id, int most) throws IOException {
        return BlockingCalls.shared().call(Stat.of(tree).device(), "search", tree, () -> search(tree, id, most));
    }

    private static boolean search(Descriptor tree, long id, int most) throws IOException {
        Deque<String> directories = new ArrayDeque<>();
        directories.add(".");
        int seen = 0;
        while (!directories.isEmpty()) {
            String at = directories.remove();
            long fd = open(tree, at, OpenFlags.READ_ONLY | OpenFlags.DIRECTORY);
            if (fd < 0) {
                continue; // removed meanwhile
            }
            try (Descriptor opened = Descriptor.owning(fd, at);
                    DirectoryEntries entries = new DirectoryEntries(opened)) {
                for (var some = entries.next(); !some.isEmpty(); some = entries.next()) {
                    for (DirectoryEntries.Entry entry : some) {
                        if (seen++ == most) {
                            return false;
                        }
                        String path = at + "/" + entry.name();
                        if (isOther(tree, path, id)) {
                            return true;
                        }
                        if (entry.directory() && path.length() < LONGEST) {
                            directories.add(path);
                        }
                    }
                }
            }
        }
        return false;
    }

    private static boolean isOther(Descriptor tree, String path, long id) throws IOException {
        long handle = open(tree, path, OpenFlags.PATH | OpenFlags.NOFOLLOW);
        if (handle < 0) {
            return false;
        }
        try (Descriptor found = Descriptor.owning(handle, path)) {
            Stat stat = Stat.of(found);
            if (!stat.isDirectory() && (stat.mode() & TYPE) != REGULAR) {
                return false;
            }
            try (Descriptor opened = Descriptor.open(found.path(), OpenFlags.READ_ONLY | OpenFlags.NONBLOCK)) {
                return InodeProject.here(opened).id() != id;
            }
        }
    }

    private static long open(Descriptor tree, String path, int flags) {
        return OpenHow.open(tree.number(), path, StandardCharsets.ISO_8859_1, flags, 0, RULES);
    }
}
