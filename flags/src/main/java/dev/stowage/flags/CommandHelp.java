package dev.stowage.flags;

import java.util.List;

/// What a command line says about itself, as data: help, completion and the reference are made of it.
///
/// @param arguments how many words there may be that are no flags
/// @param words what may stand where no flag does, as far as it is known; a word with a slash at its end goes on
/// @param verbs words with a command line of their own, which `VERB --help` tells
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
