package dev.stowage.cli.up.instance;

import dev.stowage.cli.up.backend.HostCapabilities;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where everything is kept.
public final class DataDirectory {
    public static final Path OF_ROOT = Path.of("/var/lib/stowage/up");
    private static final long NEEDED = 64L << 20;

    private DataDirectory() {}

    /// When nobody says where.
    public static Path usual() throws IOException {
        return HostCapabilities.isTrueRoot() ? OF_ROOT : ofUser(System.getenv());
    }

    static Path ofUser(Map<String, String> environment) {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path folder = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", "/tmp"), ".local", "share");
        return folder.resolve("stowage").resolve("up");
    }

    public static Path named(String flag, Path usual) {
        return flag.isEmpty() ? usual : Path.of(flag).toAbsolutePath().normalize();
    }

    /// The folder that a command means which works on something that runs: the one that is named, or the usual
    /// one, or
    /// that of the only one that runs.
    public static Path meant(String flag) throws IOException {
        Path usual = named(flag, usual());
        if (!flag.isEmpty() || UpInstanceFile.running(usual).isPresent()) {
            return usual;
        }
        Optional<Path> other = UpInstances.ofUser().newest();
        return other.orElse(usual);
    }

    /// Makes it; the same folder has one name from here on.
    public static Path ensure(Path folder) throws IOException {
        try {
            Path real = Files.createDirectories(folder).toRealPath();
            FileStore disk = Files.getFileStore(real);
            if (disk.getUsableSpace() < NEEDED) {
                throw new IOException(full(real, disk.getUsableSpace()));
            }
            if (!Files.isWritable(real)) {
                throw new IOException("nothing can be written in " + real + "; name another folder with --data");
            }
            return real;
        } catch (FileSystemException e) {
            throw new IOException(
                    "the folder " + folder + " cannot be made ("
                            + (e.getReason() == null ? "permission denied" : e.getReason())
                            + "); name another one with --data",
                    e);
        }
    }

    static String full(Path folder, long free) {
        return "the disk under " + folder + " is full: " + (free >> 20) + " MiB are free and " + (NEEDED >> 20)
                + " MiB are needed; make room, or name another folder with --data";
    }
}
