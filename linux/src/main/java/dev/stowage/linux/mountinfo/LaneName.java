package dev.stowage.linux.mountinfo;

import java.io.IOException;
import java.nio.file.Path;

/// The lane of [dev.stowage.linux.BlockingCalls] in which a call on a path belongs: calls of one file system share it.
public final class LaneName {
    private static final String ROOT = "root";

    private LaneName() {}

    /// A lane is named after the device of the mount that holds the path. Symbolic links are not resolved,
    /// because that could itself hang; at worst a call waits in the lane of another file system.
    public static String of(Path path) throws IOException {
        return MountTable.current()
                .covering(path.toAbsolutePath().normalize())
                .map(MountPoint::device)
                .orElse(ROOT);
    }

    /// Finding out what is mounted at a path does not enter the mounted file system, only the one that holds the
    /// mount point.
    public static String ofParent(Path path) throws IOException {
        Path parent = path.toAbsolutePath().normalize().getParent();
        return parent == null ? ROOT : of(parent);
    }

    /// For sources that are not mounted yet: all exports of one server (`host:/export`) share a lane.
    public static String ofSource(String source) {
        int export = source.indexOf(":/");
        return "mount from " + (export > 0 ? source.substring(0, export) : source);
    }
}
