package dev.stowage.driver.bind;

import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;

/// Which directory of which file system a mount shows.
///
/// For NFS the kernel writes the directory into the source, `server:/export/directory`, and always `/` as root: there
/// the source without the path is the server, and the path is compared.
///
/// @param source of the file system
/// @param root the directory in it
record MountedDirectory(String source, Path root) {

    static MountedDirectory of(MountPoint mount) {
        boolean nfs = mount.fsType().equals("nfs") || mount.fsType().equals("nfs4");
        int path = mount.source().indexOf(":/");
        return nfs && path > 0
                ? new MountedDirectory(
                        mount.source().substring(0, path),
                        Path.of(mount.source().substring(path + 1)).normalize())
                : new MountedDirectory(mount.source(), Path.of(mount.root()));
    }
}
