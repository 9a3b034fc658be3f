package dev.stowage.flags;

import java.util.List;

/// The syntax of a command as data; help, completion and the reference are generated from it.
///
/// @param arguments the maximum number of arguments that are not flags
/// @param words the possible arguments, if known; one with a slash at its end is a prefix
/// @param verbs subcommands with their own flags, which `VERB --help` shows
public record CommandHelp(
        String usage,
        String summary,
        List<Flag<?>> flags,
        int arguments,
        List<String> words,
        List<String> verbs,
        String examples) {

    public static final CommandHelp EMPTY = new CommandHelp("", "", List.of(), 0, List.of(), List.of(), "");

    public CommandHelp {
        flags = List.copyOf(flags);
        words = List.copyOf(words);
        verbs = List.copyOf(verbs);
    }
}
