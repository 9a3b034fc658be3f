package dev.stowage.cli.move;

import java.io.PrintStream;

/// Ctrl-C ends the command, and not what it watches: this says so, also when the process is ended by a signal.
public final class WatchInterruption implements AutoCloseable {
    private final PrintStream err;
    private final String text;
    private final Thread hook = Thread.ofPlatform().unstarted(this::print);

    public WatchInterruption(PrintStream err, String text) {
        this.err = err;
        this.text = text;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public void print() {
        err.println();
        err.println(text);
        err.flush();
    }

    /// Not a moment later: the process may end now for another reason.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // It is ending by a signal, and the text is printed.
        }
    }
}
