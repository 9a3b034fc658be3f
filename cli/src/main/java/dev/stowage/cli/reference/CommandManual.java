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

/// A command as it can be typed: its line, and those of its verbs. It comes from the flags that the command parses
/// with,
/// so that nothing is written down twice.
///
/// @param path the words that call it: `up`, or `csi create`
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

    /// Asking for help is the one way of calling a command that does nothing else.
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

    /// This one and its verbs.
    public Stream<CommandManual> all() {
        return Stream.concat(Stream.of(this), verbs.stream());
    }

    /// What may stand where no flag does.
    public List<String> words() {
        return verbs.isEmpty()
                ? commandHelp.words()
                : verbs.stream().map(CommandManual::name).toList();
    }

    /// Where words may stand that nothing is known about, they are most often paths.
    public boolean takesFiles() {
        return words().isEmpty() && commandHelp.arguments() > 0;
    }

    /// As they are typed, with `--help` at the end.
    public String flagWords() {
        return Stream.concat(commandHelp.flags().stream().map(Flag::name), Stream.of("help"))
                .map(name -> "--" + name)
                .collect(Collectors.joining(" "));
    }
}
