package dev.stowage.node.layout;

import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.List;

/// A directory that is bind-mounted onto itself: it becomes a mount point and shows the same files as before. The
/// device and the root of the mount tell it from a file system of a user at the same path.
public final class SelfBindMount {

    private SelfBindMount() {}

    /// @param table all mounts, the one that is checked included
    public static boolean is(MountPoint mount, List<MountPoint> table) {
        return table.stream()
                .filter(parent -> parent.id() == mount.parent() && parent.id() != mount.id())
                .filter(parent -> mount.target().startsWith(parent.target()))
                .anyMatch(parent -> parent.device().equals(mount.device())
                        && below(parent, mount.target()).equals(Path.of(mount.root())));
    }

    /// A path of the machine as a path in the file system of a mount above it.
    private static Path below(MountPoint parent, Path path) {
        return Path.of(parent.root()).resolve(parent.target().relativize(path));
    }
}
