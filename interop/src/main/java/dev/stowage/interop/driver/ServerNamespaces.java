package dev.stowage.interop.driver;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Namespaces for a server whose directories and ports could be in use on this machine: mounts, network and processes.
/// The network has a loopback device only. The kernel ends all processes inside with the first one.
final class ServerNamespaces implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final String FIRST = "sleep";

    private final Daemon creator;
    private final long first;

    private ServerNamespaces(Daemon creator, long first) {
        this.creator = creator;
        this.first = first;
    }

    static ServerNamespaces create(Path logs) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("unshare", "--mount", "--propagation=slave", "--net"));
        argv.addAll(List.of("--pid", "--mount-proc", "--fork", "--kill-child", FIRST, "infinity"));
        Daemon creator = Daemon.start("namespaces", logs, argv);
        try {
            Await.until(
                    "the start in new namespaces",
                    DEADLINE,
                    List.of(creator),
                    () -> first(creator).isPresent());
            ServerNamespaces namespaces =
                    new ServerNamespaces(creator, first(creator).orElseThrow());
            namespaces.leaveTemporaryMounts();
            namespaces.run("ip", "link", "set", "lo", "up");
            return namespaces;
        } catch (IOException | InterruptedException e) {
            creator.kill();
            throw e;
        }
    }

    /// Ends the copies of mounts below `/tmp`: they would keep the devices of other suites open.
    private void leaveTemporaryMounts() throws IOException, InterruptedException {
        List<String> targets = Files.readAllLines(Path.of("/proc", Long.toString(first), "mountinfo")).stream()
                .map(line -> line.split(" ", 6)[4])
                .filter(target -> target.startsWith("/tmp/"))
                .toList();
        for (String target : targets.reversed()) {
            run("umount", "--lazy", target);
        }
    }

    /// Present when unshare has prepared everything: it starts the program last.
    private static Optional<Long> first(Daemon creator) throws IOException {
        Optional<Long> child = ProcessHandle.of(creator.pid())
                .flatMap(process -> process.children().findFirst())
                .map(ProcessHandle::pid);
        boolean isProgram = child.isPresent()
                && Files.readString(Path.of("/proc", child.get().toString(), "comm"))
                        .strip()
                        .equals(FIRST);
        return isProgram ? child : Optional.empty();
    }

    /// Runs a program inside, to its end or until it goes into the background.
    void run(String... argv) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("nsenter", "--target=" + first, "--mount", "--net", "--pid"));
        all.addAll(List.of(argv));
        ProcessRunner.run(DEADLINE, all).orThrow();
    }

    /// From now on, what is written to a directory of the system inside goes to another one.
    void redirect(Path system, Path directory) throws IOException, InterruptedException {
        run("mount", "--bind", Files.createDirectories(directory).toString(), system.toString());
    }

    /// What a command line begins with whose program is outside, except for its network.
    List<String> network() {
        return List.of("nsenter", "--net=/proc/" + first + "/ns/net");
    }

    @Override
    public void close() {
        creator.close(Duration.ZERO); // unshare ignores SIGTERM
    }
}
