package dev.stowage.cli.reference;

import dev.stowage.cli.Command;
import dev.stowage.flags.FlagSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// The commands of this program, and those that only the launcher has.
public final class InstalledCommands {

    private InstalledCommands() {}

    public static List<Command> commands() {
        return Stream.concat(
                        ServiceLoader.load(Command.class).stream().map(ServiceLoader.Provider::get),
                        Stream.of(
                                new LauncherCommand("build", "Build without starting anything.", false),
                                new LauncherCommand("kubectl", "Run kubectl for what \"stowage up\" started.", true)))
                .toList();
    }

    /// The launcher does its work and starts no program of ours.
    private record LauncherCommand(String name, String summary, boolean isForAnother) implements Command {

        @Override
        public int run(List<String> args) {
            new FlagSet("stowage " + name, summary).parse(args);
            return 0;
        }
    }
}
