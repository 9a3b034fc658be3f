package dev.stowage.cli.up.instance;

import dev.stowage.cli.up.backend.HostCapabilities;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All instances of one user, each with a file `up-PID` that names its data directory, so that commands find the
/// instance without a flag. The launcher reads these files too, for `kubectl`.
public record UpInstances(Path folder) {
    private static final Logger log = LoggerFactory.getLogger(UpInstances.class);

    public static UpInstances ofUser() throws IOException {
        return new UpInstances(HostCapabilities.isTrueRoot() ? Path.of("/run/stowage") : ofUser(System.getenv()));
    }

    static Path ofUser(Map<String, String> environment) {
        String own = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        return own.startsWith("/")
                ? Path.of(own, "stowage")
                : Path.of(environment.getOrDefault("HOME", "/"), ".local", "state", "stowage");
    }

    /// Best effort: without the file, other commands need `--data`.
    public void add(Path data) {
        try {
            Files.createDirectories(folder);
            forgetTheDead();
            // Others may read it at any time, so it is replaced atomically.
            Path next = folder.resolve("next-" + ProcessHandle.current().pid());
            Files.writeString(next, data + "\n");
            Files.move(next, own(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            log.debug("Other commands will need --data to find this cluster: {}", e.getMessage());
        }
    }

    /// A killed instance cannot delete its file.
    private void forgetTheDead() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "up-*")) {
            for (Path file : files) {
                String pid = file.getFileName().toString().substring("up-".length());
                if (!Files.exists(Path.of("/proc", pid))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    public void remove() {
        try {
            Files.deleteIfExists(own());
        } catch (IOException e) {
            log.debug("{} stays: {}", own(), e.getMessage());
        }
    }

    private Path own() {
        return folder.resolve("up-" + ProcessHandle.current().pid());
    }

    /// The data directories of the running instances, the one that was started last first.
    ///
    /// @param defaultData found without a file, too
    public List<Path> running(Path defaultData) throws IOException {
        List<Entry> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "up-*")) {
                for (Path file : files) {
                    read(file).ifPresent(found::add);
                }
            }
        }
        found.sort(Comparator.comparing(Entry::since).reversed());
        Set<Path> running = new LinkedHashSet<>();
        for (Path data : Stream.concat(found.stream().map(Entry::data), Stream.of(defaultData))
                .toList()) {
            if (UpInstanceFile.running(data).isPresent()) {
                running.add(data.toRealPath());
            }
        }
        return List.copyOf(running);
    }

    private record Entry(FileTime since, Path data) {}

    /// Empty if it stops at this moment.
    private static Optional<Entry> read(Path file) throws IOException {
        try {
            return Optional.of(new Entry(
                    Files.getLastModifiedTime(file),
                    Path.of(Files.readString(file).strip())));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }
}
