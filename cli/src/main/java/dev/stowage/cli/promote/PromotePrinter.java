package dev.stowage.cli.promote;

import dev.stowage.cli.ActivityPrinter;
import java.io.PrintStream;

/// Shows a promotion that goes on: one line that changes on a terminal, a line for each change elsewhere.
final class PromotePrinter implements AutoCloseable {
    private static final int WIDEST = 110;

    private final boolean terminal;
    private final ActivityPrinter activity;
    private String shown = "";

    /// @param terminal whether it is one
    PromotePrinter(PrintStream err, boolean terminal) {
        this.terminal = terminal;
        this.activity = new ActivityPrinter(err, terminal);
    }

    void show(String text) {
        if (!text.equals(shown)) {
            shown = text;
            activity.show(terminal && text.length() > WIDEST ? text.substring(0, WIDEST) : text);
        }
    }

    @Override
    public void close() {
        activity.close();
    }
}
