package dev.stowage.cli.up.backend;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.SelfBindMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The file system that all nodes share: a directory that is bind-mounted onto itself, in place of the mount of
/// a file server on real nodes.
public record SharedDirectory(Path folder, Mounts mounts) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SharedDirectory.class);

    /// A mount that a killed process left is reused.
    public static SharedDirectory open(Path folder) throws IOException {
        Files.createDirectories(folder);
        Mounts mounts = Mounts.system();
        if (mounts.at(folder).isEmpty()) {
            mounts.bind(folder, folder, false);
        }
        return new SharedDirectory(folder, mounts);
    }

    /// A file system of the administrator stays mounted.
    @Override
    public void close() {
        try {
            Optional<MountPoint> top = mounts.at(folder);
            if (top.isPresent() && SelfBindMount.is(top.get(), mounts.table())) {
                mounts.unmount(folder);
            }
        } catch (IOException e) {
            log.warn("Cannot unmount {}: {}", folder, e.getMessage());
        }
    }
}
