package dev.stowage.cli.completion;

import dev.stowage.cli.Command;
import dev.stowage.cli.reference.CommandManual;
import dev.stowage.cli.reference.InstalledCommands;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `stowage completion SHELL`: prints a script that completes commands, flags and values.
public final class CompletionCommand implements Command {

    private final PrintStream out;

    public CompletionCommand() {
        this(System.out);
    }

    CompletionCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "completion";
    }

    @Override
    public String summary() {
        return "Print a completion script for bash, zsh or fish.";
    }

    @Override
    public int run(List<String> args) {
        List<String> words =
                Stream.of(CompletionShell.values()).map(CompletionShell::word).toList();
        FlagSet flags = new FlagSet("stowage completion " + String.join("|", words), summary())
                .arguments(1)
                .words(words)
                .examples(Arrays.stream(CompletionShell.values())
                        .map(CompletionShell::use)
                        .collect(Collectors.joining("\n")));
        List<String> given = flags.parse(args).arguments();
        if (given.isEmpty()) {
            throw new UsageException("the shell is missing; one of " + String.join(", ", words));
        }
        CompletionShell completionShell = Stream.of(CompletionShell.values())
                .filter(each -> each.word().equals(given.getFirst()))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "\"" + given.getFirst() + "\" is not a supported shell; one of " + String.join(", ", words)));
        out.print(completionShell.script(CommandManual.of(InstalledCommands.commands())));
        return 0;
    }
}
