package dev.stowage.driver.filesystem;

import dev.stowage.driver.exec.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The programs of one file system.
sealed interface FileSystemTools permits Ext4Tools, XfsTools, BtrfsTools {

    /// Bigger than any of them needs on a healthy disk; what hangs longer is stuck.
    Duration PATIENCE = Duration.ofMinutes(5);

    /// On a blank device.
    void create(Path device) throws IOException;

    void grow(Path device, Path mountedAt) throws IOException;

    /// Nothing where only a mounted one can grow.
    default void growUnmounted(Path device) throws IOException {}

    void changeUuid(Path device) throws IOException;

    static void run(String... argv) throws IOException {
        // What they print is for people who watch; failures come as exceptions.
        String ignored = CommandRunner.run(PATIENCE, List.of(argv));
    }
}
