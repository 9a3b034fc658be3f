package dev.stowage.cli.up.run;

import dev.stowage.cli.up.pool.Machine;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All that run for one user, each a file `up-PID` that names its folder: so that commands need not be told which one
/// is meant. The launcher reads it too, for `kubectl`.
public record Runs(Path folder) {
    private static final Logger log = LoggerFactory.getLogger(Runs.class);

    public static Runs ofUser() throws IOException {
        return new Runs(Machine.isTrueRoot() ? Path.of("/run/stowage") : ofUser(System.getenv()));
    }

    static Path ofUser(Map<String, String> environment) {
        String own = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        return own.startsWith("/")
                ? Path.of(own, "stowage")
                : Path.of(environment.getOrDefault("HOME", "/"), ".local", "state", "stowage");
    }

    /// Being found is a comfort; without it the folder has to be named.
    public void add(Path data) {
        try {
            Files.createDirectories(folder);
            forgetTheDead();
            Files.writeString(own(), data + "\n");
        } catch (IOException e) {
            log.debug("Nobody will find this one without --data: {}", e.getMessage());
        }
    }

    /// One that was killed cannot take its file along.
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

    /// The folder of the one that was started last.
    Optional<Path> newest() throws IOException {
        Map<FileTime, Path> found = new TreeMap<>(Comparator.reverseOrder());
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "up-*")) {
                for (Path file : files) {
                    found.put(
                            Files.getLastModifiedTime(file),
                            Path.of(Files.readString(file).strip()));
                }
            }
        }
        for (Entry<FileTime, Path> each : found.entrySet()) {
            if (RunFile.running(each.getValue()).isPresent()) {
                return Optional.of(each.getValue());
            }
        }
        return Optional.empty();
    }
}
