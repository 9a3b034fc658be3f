package dev.stowage.cli.completion;

import dev.stowage.cli.reference.CommandManual;
import dev.stowage.flags.Flag;
import java.util.ArrayList;
import java.util.List;

/// Completion for fish: one `complete` a word and a flag, with their sentences.
final class FishCompletion {

    private FishCompletion() {}

    static String of(List<CommandManual> commands) {
        List<String> lines = new ArrayList<>();
        lines.add("# Completion of stowage for fish; made by \"stowage completion fish\".");
        lines.add("complete -c stowage -f");
        lines.add(rule("__fish_use_subcommand", "-l help -d 'List the commands.'"));
        lines.add(rule("__fish_use_subcommand", "-l version -d 'Tell the version.'"));
        for (CommandManual command : commands) {
            lines.add(
                    rule("__fish_use_subcommand", "-a " + quoted(command.path()) + " -d " + quoted(command.summary())));
        }
        commands.forEach(command -> add(command, lines));
        return String.join("\n", lines) + "\n";
    }

    private static void add(CommandManual command, List<String> lines) {
        String here = "__fish_seen_subcommand_from " + command.path();
        if (command.verbs().isEmpty()) {
            addLine(command, here, lines);
            return;
        }
        String verbs = String.join(" ", command.words());
        String before = here + "; and not __fish_seen_subcommand_from " + verbs;
        command.commandHelp().flags().forEach(flag -> lines.add(rule(before, flag(flag))));
        for (CommandManual verb : command.verbs()) {
            lines.add(rule(before, "-a " + quoted(verb.name()) + " -d " + quoted(verb.summary())));
            addLine(verb, here + "; and __fish_seen_subcommand_from " + verb.name(), lines);
        }
    }

    private static void addLine(CommandManual commandManual, String condition, List<String> lines) {
        commandManual.commandHelp().flags().forEach(flag -> lines.add(rule(condition, flag(flag))));
        lines.add(rule(condition, "-l help -d 'Explain it.'"));
        if (!commandManual.words().isEmpty()) {
            lines.add(rule(condition, "-a " + quoted(String.join(" ", commandManual.words()))));
        } else if (commandManual.takesFiles()) {
            lines.add(rule(condition, "-F"));
        }
    }

    private static String flag(Flag<?> flag) {
        String name = (flag.name().length() == 1 ? "-s " : "-l ") + flag.name();
        return name + value(flag) + " -d " + quoted(flag.help());
    }

    private static String value(Flag<?> flag) {
        if (flag.isBoolean()) {
            return "";
        }
        if (flag.isFolder()) {
            return " -x -a '(__fish_complete_directories)'";
        }
        if (flag.isFile()) {
            return " -r -F";
        }
        return flag.choices().isEmpty() ? " -x" : " -x -a " + quoted(String.join(" ", flag.choices()));
    }

    private static String rule(String condition, String rest) {
        return "complete -c stowage -n " + quoted(condition) + " " + rest;
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ") + "'";
    }
}
