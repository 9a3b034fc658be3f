package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Kills a process with all its descendants, those included that are forked at that very moment.
///
/// A list of descendants is out of date when it is read: a process that forks before it is killed leaves a child that
/// is in nobody's tree any more. So each process is stopped before its children are listed, because a stopped
/// process cannot fork. They are killed when no more are found.
final class ProcessTree implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProcessTree.class);
    private static final Path PROCESSES = Path.of("/proc");
    private static final int SIGKILL = 9;
    private static final int SIGSTOP = 19;
    /// Stopping takes microseconds, unless the process hangs in the kernel, where it does not fork either.
    private static final long LONGEST_STOP = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PAUSE = TimeUnit.MICROSECONDS.toNanos(50);
    /// In `/proc/PID/stat`, counted after the name.
    private static final int PARENT = 1;

    private static final int START = 19;

    private final Map<Long, ProcessDescriptor> stopped = new HashMap<>();

    private ProcessTree() {}

    private record Found(long pid, long parent, long start) {}

    /// Returns when the signals are sent. Does nothing when the process has ended.
    static void kill(ProcessHandle root) {
        try (ProcessTree tree = new ProcessTree()) {
            try {
                tree.stop(root);
            } finally {
                tree.killStopped();
            }
        } catch (IOException e) {
            log.warn("Cannot stop process {} before it is killed: {}", root.pid(), e.getMessage());
            root.descendants().forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
        }
    }

    private void stop(ProcessHandle root) throws IOException {
        Optional<Long> start = ProcessDescriptor.startOf(root.pid());
        // The handle tells its process from a later one with the same number.
        if (start.isEmpty() || !root.isAlive()) {
            return;
        }
        stop(root.pid(), start.get());
        for (int before = 0; before < stopped.size(); ) {
            before = stopped.size();
            for (Found process : all()) {
                if (stopped.containsKey(process.parent()) && !stopped.containsKey(process.pid())) {
                    stop(process.pid(), process.start());
                }
            }
        }
    }

    private void stop(long pid, long start) throws IOException {
        Optional<ProcessDescriptor> found = ProcessDescriptor.open(pid, start);
        if (found.isEmpty()) {
            return;
        }
        stopped.put(pid, found.get());
        if (found.get().signal(SIGSTOP)) {
            long end = System.nanoTime() + LONGEST_STOP;
            while (!isStopped(pid) && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /// All threads: each may fork until it has stopped itself.
    private static boolean isStopped(long pid) {
        Path process = PROCESSES.resolve(String.valueOf(pid));
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                // T: stopped, t: stopped by a tracer, Z and X: ended.
                if ("TtZX".indexOf(afterName(thread).charAt(0)) < 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException _) {
            return !Files.exists(process); // only a thread ended, if it is there
        }
    }

    private static List<Found> all() throws IOException {
        List<Found> all = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                find(process).ifPresent(all::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /// Empty when it ends meanwhile.
    private static Optional<Found> find(Path process) {
        try {
            String[] fields = afterName(process).split(" ", -1);
            return Optional.of(new Found(
                    Long.parseLong(process.getFileName().toString()),
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[START])));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static String afterName(Path task) throws IOException {
        String text = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
        return text.substring(text.lastIndexOf(')') + 2);
    }

    private void killStopped() throws IOException {
        for (ProcessDescriptor process : stopped.values()) {
            process.signal(SIGKILL);
        }
    }

    @Override
    public void close() {
        stopped.values().forEach(ProcessDescriptor::close);
    }
}
