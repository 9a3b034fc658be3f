package dev.stowage.linux.file;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.util.function.LongConsumer;

/// Changes the group of a tree (fsGroup): all files get the group and its permissions, and directories get the
/// setgid bit, so that new files in them inherit the group.
///
/// The walk uses descriptors: it follows no symbolic link and crosses no mount point, even while a workload
/// renames files in the tree. The root is changed last, so that its ownership shows whether the walk was
/// completed.
public final class GroupOwnership {
    private static final int SET_GROUP_ID = 02000;
    private static final int MEMBERS_READ_AND_WRITE = 0060;
    private static final int MEMBERS_SEARCH = 0010;

    private GroupOwnership() {}

    /// The minimum permissions of everything in a tree.
    ///
    /// @param file permissions of files other than directories
    /// @param directory permissions of directories
    /// @param lenient whether a file that cannot be changed is skipped, because a server may forbid the change
    public record Grant(int gid, int file, int directory, boolean lenient) {

        /// Members of the group may read and write. No file is skipped.
        public static Grant toMembers(int gid) {
            return new Grant(
                    gid, MEMBERS_READ_AND_WRITE, SET_GROUP_ID | MEMBERS_READ_AND_WRITE | MEMBERS_SEARCH, false);
        }

        boolean holds(Stat now) {
            int wanted = now.isSymbolicLink() ? 0 : now.isDirectory() ? directory : file;
            return now.gid() == gid && (now.mode() & wanted) == wanted;
        }
    }

    /// @param seen how many files and directories were checked
    /// @param refused how many of them could not be changed
    public record Given(long seen, long refused) {}

    /// Does nothing when the root directory already belongs to the group.
    public static void give(Descriptor root, int gid) throws IOException {
        var grant = Grant.toMembers(gid);
        if (!isGiven(root, grant)) {
            give(root, grant, _ -> {});
        }
    }

    /// Whether the directory has the permissions of the grant. Its contents are not checked.
    public static boolean isGiven(Descriptor root, Grant grant) throws LinuxException {
        Stat now = Stat.of(root);
        return now.isDirectory() && grant.holds(now);
    }

    /// Walks the whole tree, on several threads. It has no time limit as long as it makes progress.
    ///
    /// @param slow receives the number of visited files, after half a minute and then every minute
    /// @throws SyscallTimedOutException when there was no progress for a long time
    public static Given give(Descriptor root, Grant grant, LongConsumer slow) throws IOException {
        return new GroupOwnershipWalk(grant, root.subject()).walk(root, slow);
    }
}
