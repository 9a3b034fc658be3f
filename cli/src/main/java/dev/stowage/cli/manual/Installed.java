package dev.stowage.cli.manual;

import dev.stowage.cli.Command;
import dev.stowage.flags.FlagSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// The commands of this program, and those that only the launcher has.
final class Installed {

    private Installed() {}

    static List<Command> commands() {
        return Stream.concat(
                        ServiceLoader.load(Command.class).stream().map(ServiceLoader.Provider::get),
                        Stream.of(
                                new OfLauncher("build", "Build without starting anything.", false),
                                new OfLauncher("kubectl", "Run kubectl for what \"stowage up\" started.", true)))
                .toList();
    }

    /// The launcher does its work and starts no program of ours.
    private record OfLauncher(String name, String summary, boolean isForAnother) implements Command {

        @Override
        public int run(List<String> args) {
            new FlagSet("stowage " + name, summary).parse(args);
            return 0;
        }
    }
}
