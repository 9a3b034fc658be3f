package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Locks a directory, so that no second store in this or another process uses it. The kernel releases the lock
/// when the process ends for any reason.
final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /// @throws IOException when another store holds the lock
    static DirectoryLock take(Path folder) throws IOException {
        // The database itself is not locked: closing any descriptor of it would drop the locks of SQLite.
        FileChannel channel =
                FileChannel.open(folder.resolve("store.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw new IOException(
                        "%s is in use by another process (stop it, or use another directory)".formatted(folder));
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException("%s is already in use by this process".formatted(folder), e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        return channel.tryLock();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
