package dev.stowage.kube.endpoint;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;

/// The `process_*` metrics that every Kubernetes component has, read from `/proc`.
public final class ProcessMetrics {

    private static final Path SELF = Path.of("/proc/self");

    /// `/proc` shows times in hundredths of a second, independent of the kernel's own tick rate.
    private static final double TICKS_A_SECOND = 100;

    private static final int PAGE = 4096;

    // Fields of /proc/self/stat, counted behind the name of the program, which may have spaces.
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int START_TIME = 19;
    private static final int VIRTUAL_SIZE = 20;
    private static final int RESIDENT_PAGES = 21;

    private ProcessMetrics() {}

    /// Each value is read when it is scraped.
    public static void register(PrometheusRegistry registry) {
        CounterWithCallback.builder()
                .name("process_cpu_seconds_total")
                .help("User and system time spent, in seconds.")
                .callback(callback -> callback.call((stat(USER_TIME) + stat(SYSTEM_TIME)) / TICKS_A_SECOND))
                .register(registry);
        gauge(registry, "process_open_fds", "Open file descriptors.", ProcessMetrics::openFiles);
        gauge(registry, "process_max_fds", "Most file descriptors that may be open.", ProcessMetrics::mostFiles);
        gauge(registry, "process_virtual_memory_bytes", "Size of the address space.", () -> stat(VIRTUAL_SIZE));
        gauge(
                registry,
                "process_resident_memory_bytes",
                "Resident memory.",
                () -> (double) stat(RESIDENT_PAGES) * PAGE);
        gauge(
                registry,
                "process_start_time_seconds",
                "When the process began, in seconds of the Unix clock.",
                () -> bootTime() + stat(START_TIME) / TICKS_A_SECOND);
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, DoubleSupplier figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(figure.getAsDouble()))
                .register(registry);
    }

    private static long stat(int field) {
        String text = lines(SELF.resolve("stat")).getFirst();
        return Long.parseLong(text.substring(text.lastIndexOf(')') + 2).split(" ", -1)[field]);
    }

    private static double openFiles() {
        try (var files = Files.list(SELF.resolve("fd"))) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double mostFiles() {
        return lines(SELF.resolve("limits")).stream()
                .filter(line -> line.startsWith("Max open files"))
                .map(line -> line.substring("Max open files".length()).strip().split(" +", -1)[0])
                .mapToDouble(most -> most.equals("unlimited") ? Double.POSITIVE_INFINITY : Double.parseDouble(most))
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double bootTime() {
        return lines(Path.of("/proc/stat")).stream()
                .filter(line -> line.startsWith("btime "))
                .mapToDouble(line -> Double.parseDouble(line.substring("btime ".length())))
                .findFirst()
                .orElse(Double.NaN);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
