package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The shim processes of containerd. They have their own process groups and are identified by the socket on their
/// command line.
public final class ContainerdShims {

    private static final Duration SOON = Duration.ofSeconds(60);

    private ContainerdShims() {}

    /// Kills the shims of one containerd and everything they started.
    public static void kill(Path directory) throws IOException, InterruptedException {
        Await.until("the end of the shims of " + directory, SOON, List.of(), () -> {
            List<ProcessHandle> left = of(directory); // includes one that was started since
            for (ProcessHandle shim : left) {
                Stream.concat(shim.descendants(), Stream.of(shim)).forEach(ProcessHandle::destroyForcibly);
            }
            return left.isEmpty();
        });
    }

    private static List<ProcessHandle> of(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> isShim(process.pid(), directory))
                .toList();
    }

    private static boolean isShim(long pid, Path directory) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
            String text = new String(line, StandardCharsets.ISO_8859_1);
            return text.contains("containerd-shim") && text.contains(directory + "/");
        } catch (IOException _) {
            return false; // it exited during the check
        }
    }
}
