package dev.stowage.cli.up.instance;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Prevents a second cluster in the same directory. The kernel releases the lock when the process exits.
public record DataDirectoryLock(FileChannel file) implements AutoCloseable {

    public static DataDirectoryLock take(Path data) throws IOException {
        FileChannel file =
                FileChannel.open(data.resolve("up.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(file) == null) {
            file.close();
            throw new IOException(inUse(data, UpInstanceFile.running(data)));
        }
        return new DataDirectoryLock(file);
    }

    private static @Nullable FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException _) {
            return null; // held by this process itself
        }
    }

    static String inUse(Path data, Optional<UpInstance> who) {
        return "another cluster is running in " + data
                + who.map(upInstance -> " (process " + upInstance.pid() + ")").orElse("")
                + " (stop it with \"stowage down --data "
                + data + "\", or set another directory with --data)";
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
