package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The mounts below a directory of ours.
public final class MountPoints {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private MountPoints() {}

    /// Newest first, the order in which they can be unmounted. Paths contain no spaces: we choose their names.
    public static List<Path> beneath(Path directory) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return lines.map(line -> Path.of(line.split(" ", 6)[4]))
                    .filter(point -> point.startsWith(directory))
                    .toList()
                    .reversed();
        }
    }

    public static void removeBeneath(Path directory) throws IOException, InterruptedException {
        remove(directory, _ -> true);
    }

    /// The same for a directory that is a mount itself, which stays.
    public static void removeInside(Path directory) throws IOException, InterruptedException {
        remove(directory, point -> !point.equals(directory));
    }

    /// A process that was just killed may still use one of them, and some disappear together with others, so
    /// they are listed again when one cannot be unmounted.
    private static void remove(Path directory, Predicate<Path> which) throws IOException, InterruptedException {
        Await.until("unmounting of what is below " + directory, PATIENCE, List.of(), () -> {
            for (Path point : beneath(directory).stream().filter(which).toList()) {
                ProcessRunner.run(PATIENCE, "umount", point.toString()).orThrow();
            }
            return true;
        });
    }
}
