package dev.stowage.linux.file;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.util.function.LongConsumer;

/// Gives a tree to a group: everything in it belongs to the group and may be used by it, and directories hand
/// the group on to what is made in them.
///
/// The walk uses descriptors: it follows no symbolic link and crosses no mount point, also while a workload
/// swaps names beneath it. The root is changed last, so that its ownership says whether the walk was finished.
public final class GroupOwnership {
    private static final int SET_GROUP_ID = 02000;
    private static final int MEMBERS_READ_AND_WRITE = 0060;
    private static final int MEMBERS_SEARCH = 0010;

    private GroupOwnership() {}

    /// The minimum permissions of everything in a tree.
    ///
    /// @param file permissions of files other than directories
    /// @param directory permissions of directories
    /// @param lenient whether a file that cannot be changed is passed over, as a server may forbid it
    public record Grant(int gid, int file, int directory, boolean lenient) {

        /// Members of the group may read and write. Nothing is passed over.
        public static Grant toMembers(int gid) {
            return new Grant(
                    gid, MEMBERS_READ_AND_WRITE, SET_GROUP_ID | MEMBERS_READ_AND_WRITE | MEMBERS_SEARCH, false);
        }

        boolean holds(Stat now) {
            int wanted = now.isSymbolicLink() ? 0 : now.isDirectory() ? directory : file;
            return now.gid() == gid && (now.mode() & wanted) == wanted;
        }
    }

    /// @param seen how many files and directories were looked at
    /// @param refused how many of them could not be changed
    public record Given(long seen, long refused) {}

    /// Does nothing when the root directory is the group's already.
    public static void give(Descriptor root, int gid) throws IOException {
        var grant = Grant.toMembers(gid);
        if (!isGiven(root, grant)) {
            give(root, grant, _ -> {});
        }
    }

    /// Whether the directory has what the grant says. What is in it was not looked at.
    public static boolean isGiven(Descriptor root, Grant grant) throws LinuxException {
        Stat now = Stat.of(root);
        return now.isDirectory() && grant.holds(now);
    }

    /// Walks the whole tree, on several threads. It may take as long as it needs while it gets on.
    ///
    /// @param slow receives the number of visited files, after half a minute and then every minute
    /// @throws CallTimedOut when nothing happened for a long time
    public static Given give(Descriptor root, Grant grant, LongConsumer slow) throws IOException {
        return new GroupOwnershipWalk(grant, root.subject()).walk(root, slow);
    }
}
