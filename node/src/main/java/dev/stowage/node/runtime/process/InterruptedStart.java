package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A container whose start was interrupted by the end of the node. It was never reported as running, so it must
/// not run.
final class InterruptedStart {
    private InterruptedStart() {}

    static ContainerRecord end(ContainerRecord known, Path folder) throws IOException {
        Path note = folder.resolve("supervisor");
        String text = Files.exists(note) ? Files.readString(note).strip() : "";
        if (!text.isEmpty()) {
            Optional<ProcessHandle> supervisor = ProcessHandle.of(Long.parseLong(text))
                    // Its PID may belong to another process by now, but only ours has this directory as its
                    // root.
                    .filter(process -> worksIn(process, folder));
            supervisor.ifPresent(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
        }
        return known;
    }

    private static boolean worksIn(ProcessHandle process, Path folder) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"))
                    .equals(folder.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }
}
