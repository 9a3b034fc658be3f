package dev.stowage.cli.reference;

import dev.stowage.cli.Command;
import dev.stowage.flags.CommandHelp;
import dev.stowage.flags.Flag;
import dev.stowage.flags.HelpRequestedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The syntax of a command and of its verbs, taken from the flags that the command itself parses.
///
/// @param path the command, and the verb if it is one: `up`, or `csi create`
public record CommandManual(String path, String summary, CommandHelp commandHelp, List<CommandManual> verbs) {

    public CommandManual {
        verbs = List.copyOf(verbs);
    }

    public static List<CommandManual> of(List<Command> commands) {
        return commands.stream()
                .sorted(Comparator.comparing(Command::name))
                .map(CommandManual::of)
                .toList();
    }

    private static CommandManual of(Command command) {
        CommandHelp commandHelp = read(command, List.of());
        List<CommandManual> verbs = new ArrayList<>();
        for (String verb : commandHelp.verbs()) {
            CommandHelp own = read(command, List.of(verb));
            verbs.add(new CommandManual(command.name() + " " + verb, firstLine(own.summary()), own, List.of()));
        }
        return new CommandManual(command.name(), command.summary(), commandHelp, verbs);
    }

    /// `--help` is the only call of a command that has no effect.
    private static CommandHelp read(Command command, List<String> verb) {
        if (command.isForAnother()) {
            return CommandHelp.EMPTY;
        }
        try {
            int status = command.run(
                    Stream.concat(verb.stream(), Stream.of("--help")).toList());
            throw new IllegalStateException(
                    "stowage " + command.name() + " --help ran the command, with exit status " + status);
        } catch (HelpRequestedException e) {
            return e.commandHelp();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("stowage " + command.name() + " --help failed: " + e.getMessage(), e);
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /// The last word of the path.
    public String name() {
        return path.substring(path.lastIndexOf(' ') + 1);
    }

    /// This command and its verbs.
    public Stream<CommandManual> all() {
        return Stream.concat(Stream.of(this), verbs.stream());
    }

    /// The possible arguments.
    public List<String> words() {
        return verbs.isEmpty()
                ? commandHelp.words()
                : verbs.stream().map(CommandManual::name).toList();
    }

    /// Arguments of unknown type are most often paths.
    public boolean takesFiles() {
        return words().isEmpty() && commandHelp.arguments() > 0;
    }

    private static Stream<String> names(Flag<?> flag) {
        return flag.shorthand().isEmpty()
                ? Stream.of("--" + flag.name())
                : Stream.of("-" + flag.shorthand(), "--" + flag.name());
    }

    /// The flags as they are typed, with `--help` at the end.
    public String flagWords() {
        return Stream.concat(commandHelp.flags().stream().flatMap(CommandManual::names), Stream.of("--help"))
                .collect(Collectors.joining(" "));
    }
}
