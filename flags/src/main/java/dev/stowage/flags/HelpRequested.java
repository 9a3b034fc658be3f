package dev.stowage.flags;

/// The command line asked for help; the message is the help text.
public final class HelpRequested extends RuntimeException {

    private static final long serialVersionUID = 1;

    public HelpRequested(String text) {
        super(text);
    }
}
