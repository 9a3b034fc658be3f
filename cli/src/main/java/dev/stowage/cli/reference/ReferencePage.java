package dev.stowage.cli.reference;

import dev.stowage.flags.Flag;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Commands and flags as Markdown: a table of the commands, then a chapter for each.
final class ReferencePage {

    private static final String HEAD = """
            # Commands and flags
            Made by `./stowage reference` from what the commands themselves parse with. Do not edit it:
            `./stowage reference > docs/reference/commands.md` writes it anew, and a test compares.

            A flag is written `--name value` or `--name=value`, with one dash or two. A flag without a value is a switch;
            `--name=false` turns it off. Every command has `--help`. Exit statuses and environment variables are
            [on their own page](README.md).
            """;

    private ReferencePage() {}

    static String of(List<CommandManual> commands) {
        StringBuilder text = new StringBuilder(HEAD);
        text.append("\n| command | what it does |\n|---|---|\n");
        commands.forEach(command -> text.append(
                "| [`%s`](#%s) | %s |%n".formatted(command.path(), anchor(title(command)), cell(command.summary()))));
        commands.forEach(command -> add(text, command));
        return text.toString();
    }

    private static void add(StringBuilder text, CommandManual command) {
        text.append("%n## %s%n%s%n".formatted(title(command), command.summary()));
        addLine(text, command);
        for (CommandManual verb : command.verbs()) {
            text.append("%n### %s%n%s%n".formatted(title(verb), verb.summary()));
            addLine(text, verb);
        }
    }

    private static void addLine(StringBuilder text, CommandManual commandManual) {
        if (!commandManual.commandHelp().usage().isEmpty()) {
            text.append(
                    "%n```text%n%s%n```%n".formatted(commandManual.commandHelp().usage()));
        }
        if (!commandManual.commandHelp().words().isEmpty()) {
            text.append("%nWords: %s%n"
                    .formatted(commandManual.commandHelp().words().stream()
                            .map(word -> "`" + word + "`")
                            .collect(Collectors.joining(", "))));
        }
        if (!commandManual.commandHelp().flags().isEmpty()) {
            text.append("\n| flag | meaning | default |\n|---|---|---|\n");
            commandManual.commandHelp().flags().forEach(flag -> text.append(row(flag)));
        }
    }

    private static String row(Flag<?> flag) {
        String fallback =
                flag.isRequired() ? "required" : flag.shownDefault().isEmpty() ? "" : "`" + flag.shownDefault() + "`";
        return "| `%s` | %s | %s |%n".formatted(cell(flag.shown()), cell(sentence(flag.help())), cell(fallback));
    }

    private static String sentence(String help) {
        String begun = help.isEmpty() ? "" : help.substring(0, 1).toUpperCase(Locale.ROOT) + help.substring(1);
        return begun.endsWith(".") ? begun : begun + ".";
    }

    private static String title(CommandManual commandManual) {
        return "stowage " + commandManual.path();
    }

    private static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ").strip();
    }
}
