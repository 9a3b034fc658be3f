package dev.stowage.flags;

/// The command line asked for help; the message is the help text, and the manual is what it was made of.
public final class HelpRequestedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient CommandHelp commandHelp;

    /// For a text that no [FlagSet] made.
    public HelpRequestedException(String text) {
        this(text, CommandHelp.EMPTY);
    }

    public HelpRequestedException(String text, CommandHelp commandHelp) {
        super(text);
        this.commandHelp = commandHelp;
    }

    public CommandHelp commandHelp() {
        return commandHelp;
    }
}
