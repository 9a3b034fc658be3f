package dev.stowage.interop.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The mounts below a directory of ours.
public final class Mounts {

    private Mounts() {}

    /// Newest first, the order in which they can be taken away. Spaces cannot occur: we name these directories.
    public static List<Path> beneath(Path directory) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return lines.map(line -> Path.of(line.split(" ", 6)[4]))
                    .filter(point -> point.startsWith(directory))
                    .toList()
                    .reversed();
        }
    }

    public static void removeBeneath(Path directory) throws IOException, InterruptedException {
        remove(beneath(directory));
    }

    /// The same for a directory that is a mount itself, which stays.
    public static void removeInside(Path directory) throws IOException, InterruptedException {
        remove(beneath(directory).stream()
                .filter(point -> !point.equals(directory))
                .toList());
    }

    private static void remove(List<Path> points) throws IOException, InterruptedException {
        for (Path point : points) {
            Program.run(Duration.ofSeconds(60), "umount", point.toString()).orThrow();
        }
    }
}
