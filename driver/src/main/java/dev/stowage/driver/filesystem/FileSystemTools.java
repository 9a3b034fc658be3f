package dev.stowage.driver.filesystem;

import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The programs of one file system.
sealed interface FileSystemTools permits Ext4Tools, XfsTools, BtrfsTools {

    /// More than any of them needs on a healthy disk; a command that takes longer hangs.
    Duration PATIENCE = Duration.ofMinutes(5);

    /// On a blank device.
    void create(Path device) throws IOException;

    void grow(Path device, Path mountedAt) throws IOException;

    /// Whether this process may grow a mounted one.
    default boolean growsMounted() throws IOException {
        return true;
    }

    /// Nothing where only a mounted one can grow.
    ///
    /// @param progress receives what is being done, in words
    default void growUnmounted(Path device, Consumer<String> progress) throws IOException {}

    void changeUuid(Path device) throws IOException;

    static void run(String... argv) throws IOException {
        // The output is for interactive use; failures are exceptions.
        String ignored = CommandRunner.run(PATIENCE, List.of(argv));
    }
}
