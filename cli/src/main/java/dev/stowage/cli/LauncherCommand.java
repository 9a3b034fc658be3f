package dev.stowage.cli;

import dev.stowage.flags.FlagSet;
import java.util.List;

/// A command that the launcher script carries out itself; help, completion and reference list it with the others.
public record LauncherCommand(String name, String summary, boolean isForAnother) implements Command {

    public static final List<Command> ALL = List.of(
            new LauncherCommand("build", "Build without running anything.", false),
            new LauncherCommand("kubectl", "Run kubectl against a running \"stowage up\".", true));

    @Override
    public int run(List<String> args) {
        new FlagSet("stowage " + name, summary).parse(args);
        return 0;
    }
}
