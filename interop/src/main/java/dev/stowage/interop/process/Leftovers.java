package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The leftovers of a run: its processes and mounts contain the run's directory.
public final class Leftovers {

    private Leftovers() {}

    public static List<String> of(Path directory) throws IOException {
        List<String> found = new ArrayList<>();
        MountPoints.beneath(directory).forEach(point -> found.add("mount " + point));
        LoopDevices.over(directory).forEach(device -> found.add("loop device " + device));
        if (!found.isEmpty()) {
            return found; // with a mount of the host below the directory, every process would seem to hold it
        }
        processes(directory)
                .forEach(process -> found.add("process " + process.pid() + " "
                        + process.info().command().orElse("?")));
        if (Files.exists(directory)) {
            found.add("directory " + directory);
        }
        return found;
    }

    /// Processes with the directory in their command line or environment (which a child has from its start,
    /// before exec), or in a mount namespace with a mount of it: shims, and processes in containers.
    public static List<ProcessHandle> processes(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> Stream.of("cmdline", "environ", "mountinfo")
                        .anyMatch(file -> mentions(process, file, directory)))
                .toList();
    }

    /// Returns when there are none, or after a timeout: on a busy machine a killed process needs a moment to
    /// exit.
    public static void awaitNoProcesses(Path directory, Duration patience) throws InterruptedException {
        try {
            Await.until(
                    "the end of all processes",
                    patience,
                    List.of(),
                    () -> processes(directory).isEmpty());
        } catch (IOException _) {
            // The caller checks what is left.
        }
    }

    private static boolean mentions(ProcessHandle process, String file, Path directory) {
        try {
            byte[] text = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), file));
            return new String(text, StandardCharsets.ISO_8859_1).contains(directory.toString());
        } catch (IOException _) {
            return false; // it exited during the check
        }
    }

    /// The names in a directory, to compare before and after.
    public static List<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
