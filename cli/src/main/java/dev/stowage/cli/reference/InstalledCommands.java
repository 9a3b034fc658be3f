package dev.stowage.cli.reference;

import dev.stowage.cli.Command;
import dev.stowage.cli.LauncherCommand;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// The commands of this program and those of the launcher script.
public final class InstalledCommands {

    private InstalledCommands() {}

    public static List<Command> commands() {
        return Stream.concat(
                        ServiceLoader.load(Command.class).stream().map(ServiceLoader.Provider::get),
                        LauncherCommand.ALL.stream())
                .toList();
    }
}
