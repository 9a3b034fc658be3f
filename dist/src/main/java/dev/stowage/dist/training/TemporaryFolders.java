package dev.stowage.dist.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Temporary directories.
final class TemporaryFolders {

    private TemporaryFolders() {}

    static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            System.err.println("stowage: " + folder + " was left behind: " + e.getMessage());
        }
    }
}
