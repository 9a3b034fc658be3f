package dev.stowage.node.runtime.process;

import dev.stowage.node.runtime.ContainerUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What all processes of the machine use, at one moment. Containers without limits have no cgroup, so a
/// container is the sum of its processes.
final class ProcessUsage {
    private static final long NANOSECONDS_A_TICK = 10_000_000; // in every build of the kernel
    /// In `/proc/PID/stat`, counted after the name.
    private static final int PARENT = 1;

    private static final int USER = 11;
    /// User, system, and both of children that have ended and were waited for.
    private static final int TIMES = 4;

    private static final int START = 19;
    private static final String RESIDENT = "VmRSS:";

    private final Path proc;
    private final Map<Long, Found> processes = new HashMap<>();
    private final Map<Long, List<Long>> children = new HashMap<>();

    private record Found(long pid, long parent, long start, long ticks) {}

    /// @param memory in bytes
    record Sum(Duration processor, long memory) {}

    private ProcessUsage(Path proc) {
        this.proc = proc;
    }

    /// @param proc where the kernel shows processes
    static ProcessUsage read(Path proc) throws IOException {
        ProcessUsage usage = new ProcessUsage(proc);
        try (DirectoryStream<Path> each = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : each) {
                find(process).ifPresent(usage::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return usage;
    }

    private void add(Found found) {
        processes.put(found.pid(), found);
        children.computeIfAbsent(found.parent(), _ -> new ArrayList<>()).add(found.pid());
    }

    /// The running containers of these pods.
    List<ContainerUsage> containers(Collection<PodRecord> pods, ContainerTable containers) {
        List<ContainerUsage> all = new ArrayList<>();
        for (PodRecord pod : pods) {
            for (ProcessContainer container : containers.of(pod.uid())) {
                ContainerRecord known = container.record();
                of(known.first())
                        .ifPresent(sum -> all.add(new ContainerUsage(
                                pod.uid(),
                                pod.namespace(),
                                pod.name(),
                                known.name(),
                                known.since(),
                                sum.processor(),
                                sum.memory())));
            }
        }
        return all;
    }

    /// A process and all its descendants; empty when it has ended, or the number belongs to a later process.
    Optional<Sum> of(ContainerRecord.Pid first) {
        Found root = processes.get(first.number());
        if (root == null || root.start() != first.start()) {
            return Optional.empty();
        }
        long ticks = 0;
        long memory = 0;
        Deque<Found> left = new ArrayDeque<>(List.of(root));
        while (!left.isEmpty()) {
            Found process = left.remove();
            ticks += process.ticks();
            memory += resident(process.pid());
            for (long child : children.getOrDefault(process.pid(), List.of())) {
                Found found = processes.get(child);
                if (found != null) {
                    left.add(found);
                }
            }
        }
        return Optional.of(new Sum(Duration.ofNanos(ticks * NANOSECONDS_A_TICK), memory));
    }

    /// Empty when it ends meanwhile.
    private static Optional<Found> find(Path process) {
        try {
            String text = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
            long ticks = 0;
            for (int i = USER; i < USER + TIMES; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return Optional.of(new Found(
                    Long.parseLong(process.getFileName().toString()),
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[START]),
                    ticks));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// 0 when it has ended.
    private long resident(long pid) {
        try {
            return Files.readString(proc.resolve(Long.toString(pid)).resolve("status"), StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.substring(RESIDENT.length())
                                    .replace("kB", "")
                                    .strip())
                            * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException _) {
            return 0;
        }
    }
}
