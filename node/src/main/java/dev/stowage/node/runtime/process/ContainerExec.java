package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.PseudoTerminal;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A command in a running container.
///
/// @param namespaceEntry open until the process has entered the container, and while it runs
record ContainerExec(Process process, NamespaceEntry namespaceEntry) implements ExecSession.Local {
    /// The limit for the output of probes.
    private static final int BEGINNING = 10 * 1024;

    private static final long LAST_WORDS_SECONDS = 5;

    static ExecSession open(ProcessContainer processContainer, ExecRequest request) throws IOException {
        if (request.command().isEmpty()) {
            return ContainerAttach.open(processContainer, request.stdin());
        }
        if (request.tty()) {
            return onTerminal(processContainer, request.command());
        }
        return start(processContainer, request.command(), builder -> {
            builder.redirectInput(request.stdin() ? Redirect.PIPE : Redirect.from(new java.io.File("/dev/null")));
            builder.redirectOutput(request.stdout() ? Redirect.PIPE : Redirect.DISCARD);
            builder.redirectError(request.stderr() ? Redirect.PIPE : Redirect.DISCARD);
        });
    }

    /// One of the container's own, so that its programs find it by name too.
    private static ExecSession onTerminal(ProcessContainer processContainer, List<String> words) throws IOException {
        Path terminals = Path.of("/proc/" + processContainer.record().first().number() + "/root/dev/pts");
        PseudoTerminal terminal = PseudoTerminal.open(terminals.resolve("ptmx"));
        try {
            String end = "/proc/" + ProcessHandle.current().pid() + "/fd/"
                    + terminal.programs().number();
            // Set inside the container; otherwise its shells could not determine the terminal.
            List<String> lead = List.of("setsid", "--ctty", "--");
            ContainerExec containerExec = start(processContainer, lead, words, builder -> {
                builder.environment().put("terminal", end);
                builder.redirectOutput(Redirect.DISCARD);
                builder.redirectError(Redirect.DISCARD);
            });
            return new TerminalExec(terminal, containerExec);
        } catch (IOException e) {
            terminal.close();
            throw e;
        }
    }

    static ExecResult run(ProcessContainer processContainer, List<String> words, Duration timeout)
            throws IOException, InterruptedException {
        try (ContainerExec containerExec = start(processContainer, words, builder -> {
            builder.redirectInput(new java.io.File("/dev/null"));
            builder.redirectErrorStream(true);
        })) {
            CompletableFuture<String> output = new CompletableFuture<>();
            Thread.startVirtualThread(() -> output.complete(beginning(containerExec.stdout())));
            if (!containerExec.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("command " + words + " timed out after " + timeout.toMillis() + " ms");
            }
            return new ExecResult(containerExec.process.exitValue(), remainingOutput(output));
        }
    }

    /// Something that the command left behind may hold its output open.
    private static String remainingOutput(CompletableFuture<String> output) throws InterruptedException {
        try {
            return output.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return "";
        } catch (ExecutionException e) {
            throw new IllegalStateException("reading the output failed", e);
        }
    }

    private static String beginning(InputStream from) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        try {
            // Read to the end although it is not kept: the writer must not block.
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                text.write(buffer, 0, Math.min(read, BEGINNING - text.size()));
            }
        } catch (IOException e) {
            return text.toString(StandardCharsets.UTF_8);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    /// Where a command's streams go.
    @FunctionalInterface
    interface Streams {
        void set(ProcessBuilder builder);
    }

    private static ContainerExec start(ProcessContainer processContainer, List<String> words, Streams streams)
            throws IOException {
        return start(processContainer, List.of(), words, streams);
    }

    private static ContainerExec start(
            ProcessContainer processContainer, List<String> before, List<String> words, Streams streams)
            throws IOException {
        NamespaceEntry namespaceEntry = NamespaceEntry.of(processContainer);
        try {
            List<String> command = new ArrayList<>(List.of("sh", "-c", ShellScripts.JOIN, "join"));
            command.addAll(namespaceEntry.command());
            command.addAll(before);
            command.addAll(processContainer.record().rights());
            command.addAll(List.of("sh", "-c", ShellScripts.PROGRAM, "program"));
            ProcessBuilder builder = new ProcessBuilder(command);
            Map<String, String> variables = builder.environment();
            variables.clear();
            ShellScripts.putVariables(
                    variables, processContainer.record().directory(), namespaceEntry.environment(), words);
            variables.put("groups", processContainer.record().groupsInOne());
            streams.set(builder);
            return new ContainerExec(builder.start(), namespaceEntry);
        } catch (IOException e) {
            namespaceEntry.close();
            throw e;
        }
    }

    @Override
    public OutputStream stdin() {
        return process.getOutputStream();
    }

    @Override
    public InputStream stdout() {
        return process.getInputStream();
    }

    @Override
    public InputStream stderr() {
        return process.getErrorStream();
    }

    @Override
    public void resize(int columns, int rows) {
        // Only a [TerminalExec] has a size.
    }

    @Override
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        // What runs in the container is a child of what leads in, and would not end with it.
        ProcessTree.kill(process.toHandle());
        // Closes its streams, too.
        process.destroyForcibly();
        namespaceEntry.close();
    }
}
