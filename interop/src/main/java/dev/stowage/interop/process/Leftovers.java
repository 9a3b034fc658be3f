package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What is still there of a run: every process and mount of it names the run's directory.
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

    /// Processes that were started with the directory in their command line or environment (which a child has from
    /// its first moment, before it becomes the program that it is to run), or that live in a mount namespace
    /// with a mount of it: the shims of containers, and what runs in containers.
    public static List<ProcessHandle> processes(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> Stream.of("cmdline", "environ", "mountinfo")
                        .anyMatch(file -> mentions(process, file, directory)))
                .toList();
    }

    /// Returns when there are none, or after a while: who was killed or is about to end needs a moment on a busy
    /// machine.
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
            return false; // it left while we looked
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
