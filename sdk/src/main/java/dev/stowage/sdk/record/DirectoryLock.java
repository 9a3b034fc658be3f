package dev.stowage.sdk.record;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A directory that belongs to one process at a time. The lock ends with the process, however it ends.
final class DirectoryLock {

    /// Keeps the locks from being garbage collected; the process may open its own directory any number of times.
    private static final Map<Path, FileLock> OWNED = new ConcurrentHashMap<>();

    private DirectoryLock() {}

    static synchronized void claim(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path real = folder.toRealPath();
        if (!OWNED.containsKey(real)) {
            FileLock lock = tryLock(real.resolve(".lock"));
            if (lock == null) {
                throw new IOException(
                        "directory " + folder + " is in use by another process; stop it, or choose another directory");
            }
            OWNED.put(real, lock);
        }
    }

    private static @Nullable FileLock tryLock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock;
        } catch (OverlappingFileLockException e) {
            channel.close();
            return null;
        }
    }
}
