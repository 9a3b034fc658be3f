package dev.stowage.node.pluginmanager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Distinguishes a socket from another one at the same path. An inode number can be reused immediately;
/// together with the creation time it is unique.
record SocketIdentity(long device, long inode, Instant made) {
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;

    /// Empty for a file that is not a socket, or does not exist.
    static Optional<SocketIdentity> of(Path path) {
        try {
            Map<String, Object> found =
                    Files.readAttributes(path, "unix:mode,dev,ino,creationTime", LinkOption.NOFOLLOW_LINKS);
            if (found.get("mode") instanceof Integer mode
                    && (mode & TYPE) == SOCKET
                    && found.get("dev") instanceof Long device
                    && found.get("ino") instanceof Long inode
                    && found.get("creationTime") instanceof FileTime made) {
                return Optional.of(new SocketIdentity(device, inode, made.toInstant()));
            }
        } catch (IOException e) {
            // It was deleted again; the next scan will show it.
        }
        return Optional.empty();
    }
}
