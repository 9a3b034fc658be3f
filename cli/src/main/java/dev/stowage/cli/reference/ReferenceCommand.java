package dev.stowage.cli.reference;

import dev.stowage.cli.Command;
import dev.stowage.flags.FlagSet;
import java.io.PrintStream;
import java.util.List;

/// `stowage reference`: prints the page docs/reference/commands.md.
public final class ReferenceCommand implements Command {

    private final PrintStream out;

    public ReferenceCommand() {
        this(System.out);
    }

    ReferenceCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String summary() {
        return "Print the reference of all commands and flags as Markdown.";
    }

    @Override
    public int run(List<String> args) {
        new FlagSet("stowage reference", summary())
                .examples("stowage reference > docs/reference/commands.md")
                .parse(args);
        out.print(page());
        return 0;
    }

    /// The page, generated from the flags of the installed commands.
    public static String page() {
        return ReferencePage.of(CommandManual.of(InstalledCommands.commands()));
    }
}
