package dev.stowage.cli.up.backend;

import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The file system that all nodes have: a folder that is mounted at its own place, as nodes that were machines would
/// have a server's mounted.
public record SharedDirectory(Path folder, Mounts mounts) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SharedDirectory.class);

    /// One that a killed process left is used again.
    public static SharedDirectory open(Path folder) throws IOException {
        Files.createDirectories(folder);
        Mounts mounts = Mounts.system();
        if (mounts.at(folder).isEmpty()) {
            mounts.bind(folder, folder, false);
        }
        return new SharedDirectory(folder, mounts);
    }

    @Override
    public void close() {
        try {
            if (mounts.at(folder).isPresent()) {
                mounts.unmount(folder);
            }
        } catch (IOException e) {
            log.warn("Cannot unmount {}: {}", folder, e.getMessage());
        }
    }
}
