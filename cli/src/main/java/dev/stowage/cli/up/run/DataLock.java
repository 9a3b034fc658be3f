package dev.stowage.cli.up.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps a second one out of the folder. The kernel gives it up when its holder dies.
public record DataLock(FileChannel file) implements AutoCloseable {

    public static DataLock take(Path data) throws IOException {
        FileChannel file =
                FileChannel.open(data.resolve("up.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(file) == null) {
            file.close();
            throw new IOException(inUse(data, RunFile.running(data)));
        }
        return new DataLock(file);
    }

    private static @Nullable FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException _) {
            return null; // by this very process
        }
    }

    static String inUse(Path data, Optional<Running> who) {
        return "another one runs in " + data
                + who.map(running -> " (process " + running.pid() + ")").orElse("")
                + "; end it with \"stowage down --data "
                + data + "\", or name another folder with --data";
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
