package dev.stowage.cli;

import dev.stowage.flags.TerminalColors;
import java.io.PrintStream;

/// Shows the current step of a long command: one line that is replaced on a terminal, plain lines elsewhere.
public final class ActivityPrinter implements AutoCloseable {
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean terminal;

    public ActivityPrinter(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /// For commands whose result goes to standard output.
    public static ActivityPrinter onStandardError() {
        return onStandardError(System.err);
    }

    /// @param err where standard error goes
    public static ActivityPrinter onStandardError(PrintStream err) {
        return new ActivityPrinter(err, TerminalColors.isErrorTerminal());
    }

    public void show(String text) {
        if (terminal) {
            out.print(CLEAR_LINE + text + " …");
        } else {
            out.println(text);
        }
        out.flush();
    }

    /// Removes the line, so that the result starts where it was.
    @Override
    public void close() {
        if (terminal) {
            out.print(CLEAR_LINE);
            out.flush();
        }
    }
}
