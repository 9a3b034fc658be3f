package dev.stowage.interop;

import dev.stowage.interop.process.DirectoryTrees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The cache between runs: `$STOWAGE_CACHE`, otherwise `~/.cache/stowage`.
final class InteropCache {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);
    private static final int KEPT_LOGS = 10;

    private InteropCache() {}

    static Path root(Map<String, String> environment) {
        String chosen = environment.getOrDefault("STOWAGE_CACHE", "");
        return chosen.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "stowage")
                : Path.of(chosen).toAbsolutePath();
    }

    /// A directory for this run's logs; the oldest ones are deleted.
    static Path newLogFolder(Map<String, String> environment) throws IOException {
        Path all = Files.createDirectories(root(environment).resolve("interop-logs"));
        try (Stream<Path> entries = Files.list(all)) {
            List<Path> older = entries.sorted().toList();
            for (Path folder : older.subList(0, Math.max(0, older.size() - KEPT_LOGS + 1))) {
                DirectoryTrees.remove(folder);
            }
        }
        return Files.createDirectories(all.resolve(STAMP.format(LocalDateTime.now(ZoneOffset.UTC))));
    }

    /// One run at a time on a machine: traces of two nodes on the host cannot be distinguished.
    static FileChannel lock(Map<String, String> environment, Consumer<String> progress) throws IOException {
        Path file = Files.createDirectories(root(environment)).resolve("interop.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            progress.accept("waiting for another run of the suites on this machine");
            channel.lock();
        }
        return channel;
    }
}
