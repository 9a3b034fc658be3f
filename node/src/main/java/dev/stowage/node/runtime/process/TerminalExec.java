package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.PseudoTerminal;
import dev.stowage.node.runtime.ExecSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A command in a container on a terminal.
final class TerminalExec implements ExecSession.Local {
    private static final Logger log = LoggerFactory.getLogger(TerminalExec.class);
    private static final int BUFFER = 32 * 1024;

    private final PseudoTerminal terminal;
    private final ContainerExec containerExec;
    private final PipedInputStream shown = new PipedInputStream(BUFFER);

    TerminalExec(PseudoTerminal terminal, ContainerExec containerExec) throws IOException {
        this.terminal = terminal;
        this.containerExec = containerExec;
        PipedOutputStream screen = new PipedOutputStream(shown);
        // A platform thread, because reading blocks in the kernel.
        Thread.ofPlatform().daemon().name("container-terminal").start(() -> show(screen));
        Thread.startVirtualThread(this::closeTerminal);
    }

    private void show(PipedOutputStream screen) {
        byte[] buffer = new byte[BUFFER];
        try (screen) {
            for (int read = terminal.read(buffer); read >= 0; read = terminal.read(buffer)) {
                screen.write(buffer, 0, read);
                screen.flush();
            }
        } catch (IOException | IllegalStateException e) {
            log.debug("Cannot read from a terminal any more.", e);
        }
    }

    /// When the program's side is closed everywhere, reading ends after all output was read.
    private void closeTerminal() {
        try {
            containerExec.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        terminal.programs().close();
    }

    @Override
    public OutputStream stdin() {
        return new TerminalInput(terminal);
    }

    @Override
    public InputStream stdout() {
        return shown;
    }

    /// A terminal has a single output stream.
    @Override
    public InputStream stderr() {
        return InputStream.nullInputStream();
    }

    @Override
    public void resize(int columns, int rows) throws IOException {
        terminal.resize(columns, rows);
    }

    @Override
    public int await() throws InterruptedException {
        return containerExec.await();
    }

    @Override
    public void close() {
        containerExec.close();
        terminal.close();
    }
}
