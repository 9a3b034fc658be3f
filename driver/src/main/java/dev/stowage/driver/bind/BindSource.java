package dev.stowage.driver.bind;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where a directory is in its file system, as the mount table describes it. Two mounts show the same directory
/// exactly when device and root are equal, whatever paths lead there.
///
/// @param device of the file system
/// @param root the directory's path inside the file system
/// @param fsType the kind of the file system
/// @param source where the file system comes from
record BindSource(String device, Path root, String fsType, String source) {

    static BindSource of(Descriptor directory, Mounts mounts) throws IOException {
        Path canonical = Files.readSymbolicLink(directory.path());
        long mount = Stat.of(directory).mountId();
        MountPoint holding = mounts.table().stream()
                .filter(candidate -> candidate.id() == mount)
                .findFirst()
                .orElseThrow(() -> new IOException("the mount that holds " + canonical + " is not in the mount table"));
        MountedDirectory top = MountedDirectory.of(holding);
        Path root = top.root().resolve(holding.target().relativize(canonical));
        return new BindSource(holding.device(), root, holding.fsType(), top.source());
    }

    boolean isShownBy(MountPoint mount) {
        return isOn(mount) && MountedDirectory.of(mount).root().equals(root);
    }

    /// A remounted share has another device; earlier bind mounts stay, and workloads use them.
    private boolean isOn(MountPoint mount) {
        boolean sameShare = ServedFileSystem.is(fsType)
                && mount.fsType().equals(fsType)
                && MountedDirectory.of(mount).source().equals(source);
        return mount.device().equals(device) || sameShare;
    }

    /// Every mount of this directory or of something in it, and everything that is mounted into it.
    ///
    /// @param canonical the directory's own path
    List<Path> usedAt(Mounts mounts, Path canonical) throws IOException {
        return mounts.table().stream()
                .filter(mount -> shows(mount) || mount.target().startsWith(canonical))
                .map(MountPoint::target)
                .toList();
    }

    private boolean shows(MountPoint mount) {
        return isOn(mount) && MountedDirectory.of(mount).root().startsWith(root);
    }
}
