package dev.stowage.node.fsgroup;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.GroupOwnership;
import dev.stowage.linux.file.GroupOwnership.Given;
import dev.stowage.linux.file.GroupOwnership.Grant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes the group of a volume to the fsGroup of a pod, with the permissions that the kubelet sets.
public final class VolumeOwnership {
    private static final Logger log = LoggerFactory.getLogger(VolumeOwnership.class);
    private static final String ON_ROOT_MISMATCH = "OnRootMismatch";
    private static final int READ_AND_WRITE = 0660;
    private static final int READ = 0440;
    private static final int SET_GROUP_ID_AND_SEARCH = 02110;

    private VolumeOwnership() {}

    /// As [#apply(Path, long, boolean, String, LongConsumer)], without progress reports.
    public static void apply(Path root, long gid, boolean readOnly, String fsGroupChangePolicy) throws IOException {
        apply(root, gid, readOnly, fsGroupChangePolicy, _ -> {});
    }

    /// A file that cannot be changed is skipped: some servers refuse all changes, and pods work with that.
    ///
    /// @param readOnly whether the group may only read
    /// @param fsGroupChangePolicy `OnRootMismatch` to change nothing when the root directory is right;
    /// otherwise all files are checked
    /// @param slow receives the number of processed files after half a minute, then every minute
    public static void apply(Path root, long gid, boolean readOnly, String fsGroupChangePolicy, LongConsumer slow)
            throws IOException {
        int bits = readOnly ? READ : READ_AND_WRITE;
        Grant grant = new Grant(Math.toIntExact(gid), bits, bits | SET_GROUP_ID_AND_SEARCH, true);
        try (Descriptor opened = Descriptor.openDirectory(root)) {
            if (fsGroupChangePolicy.equals(ON_ROOT_MISMATCH) && GroupOwnership.isGiven(opened, grant)) {
                return;
            }
            Given given = GroupOwnership.give(opened, grant, slow);
            if (given.refused() > 0) {
                log.warn(
                        "Cannot change {} of {} files in {}; group {} may not be able to access them.",
                        given.refused(),
                        given.seen(),
                        root,
                        gid);
            }
        }
    }
}
