package dev.stowage.node.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.process.PseudoTerminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The input of a container's first process, and its terminal if it has one. Both end with the process of the
/// node: a container with a terminal is then hung up, as when a line is lost.
final class ContainerConsole {
    private static final Logger log = LoggerFactory.getLogger(ContainerConsole.class);
    private static final int BUFFER = 32 * 1024;
    private static final long LAST_WORDS_SECONDS = 5;

    /// That of a container without input, and of one from an earlier process of the node.
    static final ContainerConsole NONE = new ContainerConsole(null, OutputStream.nullOutputStream(), false, false);

    private final @Nullable PseudoTerminal terminal;
    private final OutputStream stdin;
    private final boolean hasInput;
    private final boolean once;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();

    private ContainerConsole(@Nullable PseudoTerminal terminal, OutputStream stdin, boolean hasInput, boolean once) {
        this.terminal = terminal;
        this.stdin = stdin;
        this.hasInput = hasInput;
        this.once = once;
    }

    static boolean hasTerminal(JsonNode container) {
        return container.path("tty").asBoolean();
    }

    static boolean hasInput(JsonNode container) {
        return container.path("stdin").asBoolean();
    }

    /// @param container its spec
    /// @param pipe the input of a container without a terminal
    static ContainerConsole ofPipe(JsonNode container, OutputStream pipe) {
        return hasInput(container)
                ? new ContainerConsole(
                        null, pipe, true, container.path("stdinOnce").asBoolean())
                : NONE;
    }

    /// Closes the terminal when all processes of the container have closed it.
    ///
    /// @param out the file for everything that is written to the terminal
    static ContainerConsole ofTerminal(JsonNode container, PseudoTerminal terminal, Path out) {
        // It would still be open here when all others have closed it.
        terminal.programs().close();
        // The input of a terminal does not end with its client.
        var console = new ContainerConsole(terminal, new TerminalInput(terminal), hasInput(container), false);
        // A platform thread, because reading blocks in the kernel.
        Thread.ofPlatform().daemon().name("container-terminal").start(() -> console.copy(terminal, out));
        return console;
    }

    private void copy(PseudoTerminal from, Path out) {
        byte[] buffer = new byte[BUFFER];
        try (OutputStream file = Files.newOutputStream(out, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                write(file, buffer, read);
            }
        } catch (IOException | IllegalStateException e) {
            log.debug("Cannot read from the terminal of a container any more.", e);
        } finally {
            from.close();
            drained.complete(null);
        }
    }

    /// A full disk must not stop the container: a process that writes to a terminal waits for its reader.
    private static void write(OutputStream file, byte[] buffer, int length) {
        try {
            file.write(buffer, 0, length);
        } catch (IOException e) {
            log.warn("Cannot write the output of a container: {}", e.getMessage());
        }
    }

    boolean hasTerminal() {
        return terminal != null;
    }

    /// Whether a client can write to it.
    boolean hasInput() {
        return hasInput;
    }

    OutputStream stdin() {
        return hasInput ? stdin : OutputStream.nullOutputStream();
    }

    void resize(int columns, int rows) throws IOException {
        try {
            if (terminal != null) {
                terminal.resize(columns, rows);
            }
        } catch (IllegalStateException e) {
            throw new IOException("the terminal is closed", e);
        }
    }

    /// A client that could write has closed its input or disconnected. With `stdinOnce` it was the last one.
    void endInput() throws IOException {
        if (once) {
            stdin.close();
        }
    }

    /// Returns when everything that the container wrote to its terminal is in its file.
    void awaitOutput() {
        if (terminal == null) {
            return;
        }
        try {
            drained.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("The terminal of a container is still in use after its end.", e);
        }
    }
}
