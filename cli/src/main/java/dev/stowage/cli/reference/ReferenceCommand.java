package dev.stowage.cli.reference;

import dev.stowage.cli.Command;
import dev.stowage.flags.FlagSet;
import java.io.PrintStream;
import java.util.List;

/// `stowage reference`: the page of all commands and flags, as it stands in the documents.
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
        return "Print every command and flag as a Markdown page.";
    }

    @Override
    public int run(List<String> args) {
        new FlagSet("stowage reference", summary())
                .examples("stowage reference > docs/reference/commands.md")
                .parse(args);
        out.print(page());
        return 0;
    }

    /// The page, made of what the commands of this program parse with.
    public static String page() {
        return ReferencePage.of(CommandManual.of(InstalledCommands.commands()));
    }
}
