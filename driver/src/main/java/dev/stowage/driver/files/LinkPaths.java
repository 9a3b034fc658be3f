package dev.stowage.driver.files;

import dev.stowage.linux.Stat;
import dev.stowage.sdk.CsiException;
import java.util.HashMap;
import java.util.Map;

/// The first path of each file with several names, in the order of a walk.
final class LinkPaths {

    private final Map<Inode, String> files = new HashMap<>();

    private record Inode(int major, int minor, long number) {}

    /// @return the path itself when it is the first
    String first(Stat file, String path) throws CsiException {
        if (file.links() <= 1) {
            return path;
        }
        String first = files.putIfAbsent(new Inode(file.deviceMajor(), file.deviceMinor(), file.inode()), path);
        if (files.size() > ArchiveLimits.MOST_LINKS) {
            throw CsiException.failedPrecondition(
                    "the volume has more than %d files with several names; it cannot be sent"
                            .formatted(ArchiveLimits.MOST_LINKS));
        }
        return first == null ? path : first;
    }
}
