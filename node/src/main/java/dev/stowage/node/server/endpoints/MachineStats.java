package dev.stowage.node.server.endpoints;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;

/// Statistics of the machine from the kernel.
///
/// @param booted when it was started
/// @param busyNanoseconds the total processor time since then
/// @param usedBytes of memory, without what can be reclaimed immediately
record MachineStats(Instant booted, long busyNanoseconds, long availableBytes, long usedBytes) {
    private static final long NANOSECONDS_A_TICK = 10_000_000; // in every build of the kernel

    static MachineStats read(Path proc) throws IOException {
        String stat = Files.readString(proc.resolve("stat"));
        long[] ticks = Stream.of(line(stat, "cpu ").strip().split(" +"))
                .mapToLong(Long::parseLong)
                .toArray();
        // user, nice, system, idle, iowait, irq, softirq, steal
        long busy = 0;
        for (int i = 0; i < Math.min(8, ticks.length); i++) {
            busy += i == 3 || i == 4 ? 0 : ticks[i];
        }
        String memory = Files.readString(proc.resolve("meminfo"));
        long available = kilobytes(memory, "MemAvailable:");
        return new MachineStats(
                Instant.ofEpochSecond(Long.parseLong(line(stat, "btime ").strip())),
                busy * NANOSECONDS_A_TICK,
                available,
                kilobytes(memory, "MemTotal:") - available);
    }

    private static long kilobytes(String text, String name) throws IOException {
        return Long.parseLong(line(text, name).replace("kB", "").strip()) * 1024;
    }

    private static String line(String text, String begin) throws IOException {
        return text.lines()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .findFirst()
                .orElseThrow(() -> new IOException("cannot find " + begin.strip() + " in /proc"));
    }
}
