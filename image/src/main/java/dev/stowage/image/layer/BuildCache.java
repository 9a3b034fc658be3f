package dev.stowage.image.layer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/// Files that are kept for later builds, and deleted when no build has used them for a long time.
public final class BuildCache {
    private static final Duration LONG = Duration.ofDays(14);

    private BuildCache() {}

    public static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    }

    /// Checks the files of a directory, not those of subdirectories.
    public static void evict(Path folder, Instant now) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                if (Files.getLastModifiedTime(entry).toInstant().isBefore(now.minus(LONG))) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }
}
