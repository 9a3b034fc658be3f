package dev.stowage.cli.up.instance;

import dev.stowage.cli.FailureText;
import dev.stowage.cli.up.backend.HostCapabilities;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The directory with all data of a cluster.
public final class DataDirectory {
    public static final Path OF_ROOT = Path.of("/var/lib/stowage/up");
    private static final long NEEDED = 64L << 20;

    private DataDirectory() {}

    /// The default.
    public static Path defaultPath() throws IOException {
        return HostCapabilities.isTrueRoot() ? OF_ROOT : ofUser(System.getenv());
    }

    static Path ofUser(Map<String, String> environment) {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path folder = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", "/tmp"), ".local", "share");
        return folder.resolve("stowage").resolve("up");
    }

    public static Path named(String flag, Path defaultPath) {
        return flag.isEmpty() ? defaultPath : Path.of(flag).toAbsolutePath().normalize();
    }

    /// Creates it, and returns its canonical name.
    public static Path ensure(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException(unusable(folder, "it is a file, not a directory"));
        }
        try {
            Path real = Files.createDirectories(folder).toRealPath();
            FileStore disk = Files.getFileStore(real);
            if (!Files.isWritable(real)) {
                throw new IOException(
                        unusable(real, disk.isReadOnly() ? "its file system is read-only" : "it is not writable"));
            }
            if (disk.getUsableSpace() < NEEDED) {
                throw new IOException(full(real, disk.getUsableSpace()));
            }
            return real;
        } catch (FileSystemException e) {
            throw new IOException(unusable(folder, FailureText.reason(e)), e);
        }
    }

    private static String unusable(Path folder, String why) {
        return "cannot use data directory " + folder + ": " + why + " (set another one with --data)";
    }

    static String full(Path folder, long free) {
        return "not enough space in " + folder + ": " + (free >> 20) + " MiB are free, " + (NEEDED >> 20)
                + " MiB are needed (free space, or set another directory with --data)";
    }
}
