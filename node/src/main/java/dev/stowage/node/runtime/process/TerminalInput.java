package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.PseudoTerminal;
import java.io.IOException;
import java.io.OutputStream;

/// What is typed on a terminal. Closing it has no effect: the terminal stays open for others.
final class TerminalInput extends OutputStream {
    private final PseudoTerminal terminal;

    TerminalInput(PseudoTerminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            terminal.write(bytes, offset, length);
        } catch (IllegalStateException e) {
            throw new IOException("the terminal is closed", e);
        }
    }
}
