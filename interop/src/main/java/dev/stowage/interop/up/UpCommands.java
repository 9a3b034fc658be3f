package dev.stowage.interop.up;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.ProcessResult;
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

/// The commands around `./stowage up`, as a user has them.
///
/// @param data the data directory
public record UpCommands(SuiteWorkspace workspace, Path data) {
    private static final Duration SOON = Duration.ofMinutes(3);

    /// Returns when everything is ready; the cluster keeps running.
    ///
    /// @param more additional flags; without `--nodes`, it has as many as before
    public String detach(String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("up", "--data=" + data, "--port=0", "--detach"));
        words.addAll(List.of(more));
        return output(words.toArray(String[]::new));
    }

    public String down() throws IOException, InterruptedException {
        return output("down", "--data=" + data);
    }

    String status(String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("status", "--data=" + data));
        words.addAll(List.of(more));
        return output(words.toArray(String[]::new));
    }

    /// @return its standard output, or its error message
    public String output(String... words) throws IOException, InterruptedException {
        ProcessResult done = run(words);
        done.orThrow();
        return done.out().strip();
    }

    public ProcessResult run(String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(StowageProgram.launched(List.of(words)));
        // kubectl may be in another directory than our programs.
        Path kubectl = Path.of(workspace.programs().path(ReferenceProgram.KUBECTL));
        line.add(1, "PATH=" + kubectl.getParent() + ":" + System.getenv("PATH"));
        return ProcessRunner.run(SOON, line);
    }

    /// Kills it with SIGKILL, like a crash.
    public void kill() throws IOException, InterruptedException {
        long pid = pid();
        ProcessRunner.run(SOON, "kill", "-9", Long.toString(pid)).orThrow();
        ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    }

    private long pid() throws IOException {
        String written = Files.readString(data.resolve("up.json"));
        return Long.parseLong(written.replaceAll(".*\"pid\":(\\d+).*", "$1"));
    }

    public Kubectl kubectl(String name) throws IOException {
        return new Kubectl(
                workspace.programs().path(ReferenceProgram.KUBECTL),
                data.resolve("kubeconfig"),
                workspace.directory("kubectl-" + name));
    }

    /// Also after a failed check: nothing may be left.
    public void clear() throws IOException, InterruptedException {
        run("down", "--data=" + data);
    }
}
