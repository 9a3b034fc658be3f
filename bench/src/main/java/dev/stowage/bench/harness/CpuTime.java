package dev.stowage.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/// The CPU time of processes.
public final class CpuTime {
    /// Clock ticks per second in the kernel's process statistics.
    private static final double TICKS = 100;

    private static final int USER = 11;
    private static final int SYSTEM = 12;

    private CpuTime() {}

    public static double seconds(Collection<Long> processes) throws IOException {
        long ticks = 0;
        for (long process : processes) {
            String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            ticks += Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
        }
        return ticks / TICKS;
    }
}
