package dev.stowage.cli.up.instance;

import dev.stowage.cli.up.backend.HostCapabilities;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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

    /// The directory for a command that works on a running cluster: that of the flag, the default one, or that of
    /// the cluster that was started last.
    public static Path forRunningCluster(String flag) throws IOException {
        Path defaultPath = named(flag, defaultPath());
        if (!flag.isEmpty() || UpInstanceFile.running(defaultPath).isPresent()) {
            return defaultPath;
        }
        Optional<Path> other = UpInstances.ofUser().newest();
        return other.orElse(defaultPath);
    }

    /// Creates it, and returns its canonical name.
    public static Path ensure(Path folder) throws IOException {
        try {
            Path real = Files.createDirectories(folder).toRealPath();
            FileStore disk = Files.getFileStore(real);
            if (disk.getUsableSpace() < NEEDED) {
                throw new IOException(full(real, disk.getUsableSpace()));
            }
            if (!Files.isWritable(real)) {
                throw new IOException("directory " + real + " is not writable (set another one with --data)");
            }
            return real;
        } catch (FileSystemException e) {
            throw new IOException(
                    "cannot create directory " + folder + ": "
                            + (e.getReason() == null ? "permission denied" : e.getReason())
                            + " (set another one with --data)",
                    e);
        }
    }

    static String full(Path folder, long free) {
        return "not enough space in " + folder + ": " + (free >> 20) + " MiB are free, " + (NEEDED >> 20)
                + " MiB are needed (free space, or set another directory with --data)";
    }
}
