package dev.stowage.cli.completion;

import dev.stowage.cli.reference.CommandManual;
import dev.stowage.flags.Flag;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Completion for zsh: `_arguments` with the sentences of the flags. It works as a file of `$fpath` and when sourced.
final class ZshCompletion {

    private static final String FRAME = """
            #compdef stowage
            # Completion of stowage for zsh; made by "stowage completion zsh".

            _stowage() {
                local context curcontext="$curcontext" state line
                typeset -A opt_args
                local -a choices
                _arguments -C '--help[List the commands.]' '--version[Tell the version.]' \\
                    '1:command:->command' '*::argument:->argument'
                case $state in
                    command)
                        choices=(
            @COMMANDS@
                        )
                        _describe -t commands command choices
                        ;;
                    argument)
                        case $words[1] in
            @LINES@
                        esac
                        ;;
                esac
            }
            @VERBS@
            if [[ $funcstack[1] == _stowage ]]; then
                _stowage "$@"
            else
                compdef _stowage stowage
            fi
            """;

    private ZshCompletion() {}

    static String of(List<CommandManual> commands) {
        return FRAME.replace("@COMMANDS@", described(commands))
                .replace("@LINES@", commands.stream().map(ZshCompletion::arm).collect(Collectors.joining("\n")))
                .replace(
                        "@VERBS@",
                        commands.stream()
                                .filter(command -> !command.verbs().isEmpty())
                                .map(ZshCompletion::verbs)
                                .collect(Collectors.joining()));
    }

    private static String described(List<CommandManual> entries) {
        return entries.stream()
                .map(commandManual -> "                "
                        + quoted(commandManual.name().replace(":", "\\:") + ":" + commandManual.summary()))
                .collect(Collectors.joining("\n"));
    }

    private static String arm(CommandManual command) {
        return "                %s) %s ;;"
                .formatted(
                        command.path(),
                        command.verbs().isEmpty() ? arguments(command) : "_stowage_" + identifier(command.path()));
    }

    private static String verbs(CommandManual command) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("_stowage_" + identifier(command.path()) + "() {");
        lines.add("    local context curcontext=\"$curcontext\" state line");
        lines.add("    typeset -A opt_args");
        lines.add("    local -a choices");
        lines.add("    _arguments -C " + specs(command) + " '1:verb:->verb' '*::argument:->argument'");
        lines.add("    case $state in");
        lines.add("        verb)");
        lines.add("            choices=(");
        lines.add(described(command.verbs()));
        lines.add("            )");
        lines.add("            _describe -t verbs verb choices");
        lines.add("            ;;");
        lines.add("        argument)");
        lines.add("            case $words[1] in");
        command.verbs().forEach(verb -> lines.add("                %s) %s ;;".formatted(verb.name(), arguments(verb))));
        lines.add("            esac");
        lines.add("            ;;");
        lines.add("    esac");
        lines.add("}");
        return String.join("\n", lines) + "\n";
    }

    private static String arguments(CommandManual commandManual) {
        String words = commandManual.words().isEmpty()
                ? commandManual.takesFiles() ? " '*:path:_files'" : ""
                : " " + quoted("*:word:" + wordAction(commandManual.words()));
        return "_arguments " + specs(commandManual) + words;
    }

    /// No blank is put behind a word that goes on.
    private static String wordAction(List<String> words) {
        String suffix = words.stream().allMatch(word -> word.endsWith("/")) ? "compadd -S \"\" - " : "compadd - ";
        return "{ " + suffix + String.join(" ", words) + " }";
    }

    private static String specs(CommandManual commandManual) {
        String flags = commandManual.commandHelp().flags().stream()
                .map(ZshCompletion::spec)
                .map(ZshCompletion::quoted)
                .collect(Collectors.joining(" "));
        return (flags + " '--help[Explain it.]'").strip();
    }

    private static String spec(Flag<?> flag) {
        String help =
                "[" + flag.help().replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]") + "]";
        String name = flag.name().length() == 1 ? "-" + flag.name() : "--" + flag.name();
        if (flag.isBoolean()) {
            return name + help;
        }
        String action;
        if (flag.isFolder()) {
            action = "_files -/";
        } else if (flag.isFile()) {
            action = "_files";
        } else if (!flag.choices().isEmpty()) {
            action = "(" + String.join(" ", flag.choices()) + ")";
        } else {
            action = "";
        }
        String message = flag.choices().isEmpty() ? flag.placeholder().replace(":", "\\:") : "value";
        return name + "=" + help + ":" + message + ":" + action;
    }

    private static String identifier(String path) {
        return path.replaceAll("[^A-Za-z0-9]", "_");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''").replace("\n", " ") + "'";
    }
}
