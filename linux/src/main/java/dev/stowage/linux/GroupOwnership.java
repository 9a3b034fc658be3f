package dev.stowage.linux;

import dev.stowage.linux.DirectoryEntries.Entry;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Gives a tree to a group: everything in it belongs to the group and may be read and written by it, and directories
/// hand the group on to what is made in them.
///
/// The walk goes by descriptors: it follows no symbolic link and crosses no mount point, also while a workload swaps
/// names beneath it. The root is changed last, so that its ownership says whether the walk was finished.
public final class GroupOwnership {
    /// Names inside the tree are bytes that a user chose.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final int RULES = OpenHow.BENEATH | OpenHow.NO_SYMLINKS | OpenHow.NO_MAGICLINKS | OpenHow.NO_XDEV;
    private static final int SET_GROUP_ID = 02000;
    private static final int DIRECTORY_BITS = SET_GROUP_ID | 0070;
    private static final int FILE_BITS = 0060;
    /// Each level holds a descriptor.
    private static final int MAX_DEPTH = 200;

    private final int gid;

    private GroupOwnership(int gid) {
        this.gid = gid;
    }

    /// Does nothing when the root directory is the group's already.
    public static void give(Descriptor root, int gid) throws IOException {
        Stat now = Stat.of(root);
        if (now.gid() == gid && (now.mode() & DIRECTORY_BITS) == DIRECTORY_BITS) {
            return;
        }
        BlockingCalls.shared().run(now.device(), "give to group " + gid, root.subject(), () -> {
            GroupOwnership ownership = new GroupOwnership(gid);
            try (Descriptor directory = Descriptor.open(root.path(), OpenFlags.READ_ONLY | OpenFlags.DIRECTORY)) {
                ownership.giveContents(directory, root.subject(), 0);
                ownership.giveOne(directory, root.subject());
            }
        });
    }

    private void giveContents(Descriptor directory, String shown, int depth) throws LinuxException {
        if (depth > MAX_DEPTH) {
            throw new LinuxException(
                    "give to group " + gid, shown, Errno.ENAMETOOLONG, "Its directories are nested too deep.");
        }
        try (DirectoryEntries entries = new DirectoryEntries(directory)) {
            for (List<Entry> some = entries.next(); !some.isEmpty(); some = entries.next()) {
                for (Entry entry : some) {
                    giveEntry(directory, entry, shown, depth);
                }
            }
        }
    }

    private void giveEntry(Descriptor parent, Entry entry, String shown, int depth) throws LinuxException {
        int flags = entry.directory() ? OpenFlags.READ_ONLY | OpenFlags.DIRECTORY : OpenFlags.PATH;
        long fd = OpenHow.open(parent.number(), entry.name(), BYTES, flags | OpenFlags.NOFOLLOW, 0, RULES);
        // Gone meanwhile, a link, another kind than a moment ago, or something mounted: not ours to change.
        if (Libc.failedWith(fd, Errno.ENOENT)
                || Libc.failedWith(fd, Errno.ELOOP)
                || Libc.failedWith(fd, Errno.ENOTDIR)
                || Libc.failedWith(fd, Errno.EXDEV)) {
            return;
        }
        try (Descriptor opened = Descriptor.owning(Libc.check(fd, "give to group " + gid, shown), shown)) {
            if (entry.directory()) {
                giveContents(opened, shown, depth + 1);
            }
            giveOne(opened, shown);
        }
    }

    private void giveOne(Descriptor opened, String shown) throws LinuxException {
        Stat now = Stat.of(opened);
        if (now.isSymbolicLink()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            long changed = Libc.FCHOWNAT.invoke(opened.number(), CText.of(arena, ""), -1, gid, Libc.AT_EMPTY_PATH);
            Libc.check(changed, "give to group " + gid, shown);
            // After the change of owner, which takes set-id bits away.
            int mode = now.permissions() | (now.isDirectory() ? DIRECTORY_BITS : FILE_BITS);
            long result = Libc.CHMOD.invoke(CText.of(arena, opened.path().toString()), mode);
            Libc.check(result, "give to group " + gid, shown);
        }
    }
}
