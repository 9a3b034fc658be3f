package dev.stowage.interop.up;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// `./stowage up` as a separate process, and kubectl for it.
///
/// @param data its data directory
public record UpProcess(Daemon daemon, Kubectl kubectl, Path data) {
    private static final Duration READY = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofMinutes(2);
    /// The bit of SIGINT in the kernel's signal masks.
    private static final long INTERRUPT = 1 << 1;

    /// Returns when it reports that it is ready. The workspace stops it.
    ///
    /// @param name of its log
    /// @param more additional arguments
    public static UpProcess start(SuiteWorkspace workspace, String name, Path data, int nodes, String... more)
            throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("up", "--data=" + data, "--port=0", "--nodes=" + nodes, "--v=0"));
        arguments.addAll(List.of(more));
        Daemon daemon = workspace.own(Daemon.start(name, workspace.logs(), StowageProgram.launched(arguments)));
        Await.until(
                "readiness of stowage up",
                READY,
                List.of(daemon),
                () -> Files.readString(daemon.log()).lines().anyMatch(line -> line.startsWith("Ready:")));
        return new UpProcess(
                daemon,
                new Kubectl(
                        workspace.programs().path(ReferenceProgram.KUBECTL),
                        data.resolve("kubeconfig"),
                        workspace.directory("kubectl-" + name)),
                data);
    }

    /// Like Ctrl-C. Processes that a shell started in the background ignore SIGINT, and so do their children:
    /// they get SIGTERM instead.
    public void interrupt() throws IOException, InterruptedException {
        String signal = receivesInterrupts() ? "-INT" : "-TERM";
        ProcessRunner.run(END, "kill", signal, Long.toString(daemon.pid())).orThrow();
        if (!daemon.awaitEnd(END)) {
            throw new IOException("stowage up did not end within " + END.toSeconds() + " s; see " + daemon.log());
        }
    }

    private boolean receivesInterrupts() throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(daemon.pid()), "status"));
        String ignored = status.replaceAll("(?s).*SigIgn:\\s*(\\p{XDigit}+).*", "$1");
        return (Long.parseUnsignedLong(ignored, 16) & INTERRUPT) == 0;
    }
}
