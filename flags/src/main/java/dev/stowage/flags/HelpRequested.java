package dev.stowage.flags;

/// The command line asked for help; the message is the help text, and the manual is what it was made of.
public final class HelpRequested extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Manual manual;

    /// For a text that no [Flags] made.
    public HelpRequested(String text) {
        this(text, Manual.EMPTY);
    }

    public HelpRequested(String text, Manual manual) {
        super(text);
        this.manual = manual;
    }

    public Manual manual() {
        return manual;
    }
}
