package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.file.Reflink;
import dev.stowage.linux.file.ReflinkUnsupportedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a directory's file system can do, found by trying.
final class FileSystemFeatures {
    private static final long BTRFS_MAGIC = 0x9123683EL;
    private static final String PROBE = ".reflink-probe";

    private FileSystemFeatures() {}

    static boolean satisfies(BackendKind kind, Path directory) throws IOException {
        return switch (kind) {
            case IMAGE -> hasReflink(directory);
            case BTRFS -> FileSystems.stats(directory).magic() == BTRFS_MAGIC;
            case LVM, DIRECTORY, SHARED -> true;
        };
    }

    static boolean hasReflink(Path directory) throws IOException {
        Path source = directory.resolve(PROBE);
        Path copy = directory.resolve(PROBE + "-copy");
        try (PoolLock _ = PoolLock.take(directory)) {
            Files.deleteIfExists(copy);
            Files.write(source, new byte[4096]);
            Reflink.cloneFile(source, copy);
            return true;
        } catch (ReflinkUnsupportedException e) {
            return false;
        } finally {
            Files.deleteIfExists(copy);
            Files.deleteIfExists(source);
        }
    }

    /// Volumes in the directory itself stay where they are, whatever is configured now.
    static boolean holdsVolumes(Path directory) throws IOException {
        PoolDirectory folder = new PoolDirectory(directory);
        return holdsAny(folder.volumes()) || holdsAny(folder.snapshots());
    }

    private static boolean holdsAny(Path folder) throws IOException {
        return Files.isDirectory(folder) && !Directories.list(folder).isEmpty();
    }
}
