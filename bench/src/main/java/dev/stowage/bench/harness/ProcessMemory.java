package dev.stowage.bench.harness;

import dev.stowage.bench.harness.ResultRow.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/// The memory of processes in megabytes: the total, and the anonymous part that cannot be shared.
public record ProcessMemory(double resident, double anonymous) {

    public static ProcessMemory of(Collection<Long> processes) throws IOException {
        double resident = 0;
        double anonymous = 0;
        for (long process : processes) {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process), "smaps_rollup"))) {
                if (line.startsWith("Rss:")) {
                    resident += megabytes(line);
                } else if (line.startsWith("Anonymous:")) {
                    anonymous += megabytes(line);
                }
            }
        }
        return new ProcessMemory(resident, anonymous);
    }

    private static double megabytes(String line) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6;
    }

    public List<Figure> figures() {
        return List.of(
                new Figure("MB", resident),
                new Figure("anonymous MB", anonymous),
                new Figure("file MB", resident - anonymous));
    }
}
