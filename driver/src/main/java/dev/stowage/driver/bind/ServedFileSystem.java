package dev.stowage.driver.bind;

import java.util.Set;

/// File systems that another program or machine serves. After a remount they have another device number, and
/// their server can die under a mount.
public final class ServedFileSystem {
    private static final Set<String> TYPES = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb3",
            "ceph",
            "9p",
            "virtiofs",
            "glusterfs",
            "lustre",
            "gpfs",
            "beegfs",
            "afs",
            "orangefs",
            "pvfs2",
            "fuse");

    private ServedFileSystem() {}

    /// @param fsType as the mount table writes it
    public static boolean is(String fsType) {
        return TYPES.contains(fsType) || fsType.startsWith("fuse.");
    }
}
