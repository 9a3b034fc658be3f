package dev.stowage.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Where and when a figure was taken, and how busy the machine was just before.
public record MachineInfo(Instant at, String processor, int cores, String kernel, String java, String load) {

    public static MachineInfo detect() throws IOException {
        String processor = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch", "unknown"));
        String[] load = Files.readString(Path.of("/proc/loadavg")).split(" ", 2);
        return new MachineInfo(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                processor,
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.version", "unknown"),
                Runtime.version().toString(),
                load[0]);
    }

    public String summary() {
        return at + ", " + cores + " cores of " + processor + ", Linux " + kernel + ", Java " + java
                + ", load average before: " + load;
    }
}
