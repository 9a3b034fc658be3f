package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.PseudoTerminal;
import dev.stowage.node.runtime.CommandResult;
import dev.stowage.node.runtime.ExecRequest;
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
/// @param entrance open as long as the process needs to get in, and then as long as it runs
record Command(Process process, Entrance entrance) implements ExecSession.Here {
    /// As much as a probe tells.
    private static final int BEGINNING = 10 * 1024;

    private static final long LAST_WORDS_SECONDS = 5;

    static ExecSession open(Container container, ExecRequest request) throws IOException {
        if (request.command().isEmpty()) {
            throw new IOException("A container that runs as a plain process cannot be attached to; read its log.");
        }
        if (request.tty()) {
            return onTerminal(container, request.command());
        }
        return start(container, request.command(), builder -> {
            builder.redirectInput(request.stdin() ? Redirect.PIPE : Redirect.from(new java.io.File("/dev/null")));
            builder.redirectOutput(request.stdout() ? Redirect.PIPE : Redirect.DISCARD);
            builder.redirectError(request.stderr() ? Redirect.PIPE : Redirect.DISCARD);
        });
    }

    /// One of the container's own, so that its programs find it by name too.
    private static ExecSession onTerminal(Container container, List<String> words) throws IOException {
        Path terminals = Path.of("/proc/" + container.known().first().number() + "/root/dev/pts");
        PseudoTerminal terminal = PseudoTerminal.open(terminals.resolve("ptmx"));
        try {
            String end = "/proc/" + ProcessHandle.current().pid() + "/fd/"
                    + terminal.programs().number();
            // Inside, or the container's shells could not tell whose the terminal is.
            List<String> lead = List.of("setsid", "--ctty", "--");
            Command command = start(container, lead, words, builder -> {
                builder.environment().put("terminal", end);
                builder.redirectOutput(Redirect.DISCARD);
                builder.redirectError(Redirect.DISCARD);
            });
            return new TerminalCommand(terminal, command);
        } catch (IOException e) {
            terminal.close();
            throw e;
        }
    }

    static CommandResult run(Container container, List<String> words, Duration timeout)
            throws IOException, InterruptedException {
        try (Command command = start(container, words, builder -> {
            builder.redirectInput(new java.io.File("/dev/null"));
            builder.redirectErrorStream(true);
        })) {
            CompletableFuture<String> said = new CompletableFuture<>();
            Thread.startVirtualThread(() -> said.complete(beginning(command.stdout())));
            if (!command.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("command " + words + " timed out after " + timeout.toMillis() + " ms");
            }
            return new CommandResult(command.process.exitValue(), lastWords(said));
        }
    }

    /// Something that the command left behind may hold its output open.
    private static String lastWords(CompletableFuture<String> said) throws InterruptedException {
        try {
            return said.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return "";
        } catch (ExecutionException e) {
            throw new IllegalStateException("Reading always ends with a text.", e);
        }
    }

    private static String beginning(InputStream from) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        try {
            // Read to the end, though not kept: whoever writes must not be held up.
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

    private static Command start(Container container, List<String> words, Streams streams) throws IOException {
        return start(container, List.of(), words, streams);
    }

    private static Command start(Container container, List<String> before, List<String> words, Streams streams)
            throws IOException {
        Entrance entrance = Entrance.of(container);
        try {
            List<String> command = new ArrayList<>(List.of("sh", "-c", Scripts.JOIN, "join"));
            command.addAll(entrance.command());
            command.addAll(before);
            command.addAll(container.known().rights());
            command.addAll(List.of("sh", "-c", Scripts.PROGRAM, "program"));
            ProcessBuilder builder = new ProcessBuilder(command);
            Map<String, String> variables = builder.environment();
            variables.clear();
            Scripts.hand(variables, container.known().directory(), entrance.environment(), words);
            variables.put("groups", container.known().groupsInOne());
            streams.set(builder);
            return new Command(builder.start(), entrance);
        } catch (IOException e) {
            entrance.close();
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
        // Only a [TerminalCommand] has a size.
    }

    @Override
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        // What runs in the container is a child of what leads in, and would not end with it.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        entrance.close();
    }
}
