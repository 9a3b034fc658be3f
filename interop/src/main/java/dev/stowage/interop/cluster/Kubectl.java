package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// kubectl for one cluster, as its administrator.
public final class Kubectl {

    /// Longer than any `--timeout` that it gets, so that its own error message is shown.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String program;
    private final Path kubeconfig;
    private final Path scratch;

    /// @param scratch its own directory
    public Kubectl(String program, Path kubeconfig, Path scratch) {
        this.program = program;
        this.kubeconfig = kubeconfig;
        this.scratch = scratch;
    }

    public ProcessResult run(String... arguments) throws IOException, InterruptedException {
        return runWith("", arguments);
    }

    /// @param input its standard input
    public ProcessResult runWith(String input, String... arguments) throws IOException, InterruptedException {
        return ProcessRunner.run(PATIENCE, input, command(arguments));
    }

    /// The command line, for a caller that starts it itself.
    public List<String> command(String... arguments) {
        // The discovery cache is below our directory, not into the user's home.
        return Stream.concat(
                        Stream.of(
                                program,
                                "--kubeconfig=" + kubeconfig,
                                "--cache-dir=" + scratch.resolve("kubectl-cache")),
                        Stream.of(arguments))
                .toList();
    }

    /// Standard output of a success.
    public String output(String... arguments) throws IOException, InterruptedException {
        return run(arguments).orThrow().strip();
    }

    public void apply(String manifest) throws IOException, InterruptedException {
        Path file = Files.createTempFile(scratch, "manifest-", ".yaml");
        Files.writeString(file, manifest);
        run("apply", "-f", file.toString()).orThrow();
    }

    /// Waits for the default service account: without it no pod can be created in the namespace.
    public void awaitServiceAccount() throws IOException, InterruptedException {
        Await.until(
                "the service account",
                PATIENCE,
                List.of(),
                () -> run("get", "serviceaccount", "default").succeeded());
    }

    public Path kubeconfig() {
        return kubeconfig;
    }
}
