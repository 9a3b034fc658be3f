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

/// Gives a volume to the group that a pod asks for, with the permissions that a kubelet sets.
public final class VolumeOwnership {
    private static final Logger log = LoggerFactory.getLogger(VolumeOwnership.class);
    private static final String ON_ROOT_MISMATCH = "OnRootMismatch";
    private static final int READ_AND_WRITE = 0660;
    private static final int READ = 0440;
    private static final int SET_GROUP_ID_AND_SEARCH = 02110;

    private VolumeOwnership() {}

    /// As [#apply(Path, long, boolean, String, LongConsumer)], for somebody who does not mind how long it
    /// takes.
    public static void apply(Path root, long gid, boolean readOnly, String fsGroupChangePolicy) throws IOException {
        apply(root, gid, readOnly, fsGroupChangePolicy, _ -> {});
    }

    /// A file that cannot be changed is passed over, for there are servers that let nobody change anything,
    /// and pods
    /// that live with it.
    ///
    /// @param readOnly whether the group shall only read
    /// @param fsGroupChangePolicy `OnRootMismatch` to look at the root alone when it is right; else
    ///     everything is
    ///     looked at
    /// @param slow hears how many files were looked at when it takes long: after half a minute, then every
    ///     minute
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
                        "{} changes of {} files in {} were refused; group {} may not reach them.",
                        given.refused(),
                        given.seen(),
                        root,
                        gid);
            }
        }
    }
}
