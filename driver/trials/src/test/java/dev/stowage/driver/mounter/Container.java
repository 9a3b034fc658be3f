package dev.stowage.driver.mounter;

import static org.awaitility.Awaitility.await;

import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A mount namespace that gets the mounts of the host, as a container with `HostToContainer` does.
record Container(Process process) implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    static Container start() throws IOException {
        Process process = new ProcessBuilder("unshare", "--mount", "--propagation", "slave", "sleep", "600")
                .inheritIO()
                .start();
        Path own = Path.of("/proc/self/ns/mnt");
        await().until(() -> !Files.readSymbolicLink(namespace(process)).equals(Files.readSymbolicLink(own))
                && Files.readString(Path.of("/proc/" + process.pid() + "/comm")).startsWith("sleep"));
        return new Container(process);
    }

    private static Path namespace(Process process) {
        return Path.of("/proc/" + process.pid() + "/ns/mnt");
    }

    /// Ends its copies of the host's mounts below `/tmp`: they would keep the devices of other tests open.
    void leaveTemporaryMounts() throws IOException {
        for (String target : temporaryMounts().reversed()) {
            run("umount", "--lazy", target);
        }
    }

    private List<String> temporaryMounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/mountinfo")).stream()
                .map(line -> line.split(" ", 6)[4])
                .filter(target -> target.startsWith("/tmp/"))
                .toList();
    }

    /// @param inside an existing directory
    void bind(Path volume, Path inside) throws IOException {
        run("mount", "--rbind", volume.toString(), inside.toString());
    }

    /// Runs a program inside, to its end.
    void run(String... argv) throws IOException {
        List<String> all = new ArrayList<>(List.of("nsenter", "--target=" + process.pid(), "--mount"));
        all.addAll(List.of(argv));
        String ignored = CommandRunner.run(DEADLINE, all);
    }

    /// All processes inside.
    List<ProcessHandle> processes() throws IOException {
        Path own = Files.readSymbolicLink(namespace(process));
        return ProcessHandle.allProcesses()
                .filter(each -> {
                    try {
                        return Files.readSymbolicLink(Path.of("/proc/" + each.pid() + "/ns/mnt"))
                                .equals(own);
                    } catch (IOException e) {
                        return false; // it has ended
                    }
                })
                .toList();
    }

    /// The path of a file inside, for this process.
    Path path(Path inside) {
        return Path.of("/proc/" + process.pid() + "/root")
                .resolve(inside.toString().substring(1));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
